import CGtk

/// Connects handlers to signals, with one function for each C signature.
///
/// GTK owns the closures, which should refer weakly to other objects.
@MainActor
public enum Signals {
    /// A handler without arguments.
    public typealias Plain = @MainActor () -> Void
    /// A handler of a window system event; returns whether the event goes no further.
    public typealias Event = @MainActor (UnsafeMutablePointer<GdkEvent>) -> Bool

    /// Connects a handler without arguments, such as for "clicked", "changed", "activate" or "destroy".
    ///
    /// - Precondition: the object has a signal of that name.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, after: Bool = false, _ body: @escaping Plain
    ) -> UInt {
        let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            let body = boxedBody(data, as: Plain.self)
            MainActor.assumeIsolated { body?() }
        }
        return connect(object, signal, after: after, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }

    /// Connects a handler for "notify::property".
    @discardableResult
    static func connectNotify(
        _ object: UnsafeMutableRawPointer, _ property: String, _ body: @escaping Plain
    ) -> UInt {
        let handler:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
                _, _, data in
                let body = boxedBody(data, as: Plain.self)
                MainActor.assumeIsolated { body?() }
            }
        return connect(
            object, "notify::" + property, after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }

    /// Connects a handler for a window system event.
    @discardableResult
    public static func connectEvent(
        _ object: UnsafeMutableRawPointer, _ signal: String, after: Bool = false, _ body: @escaping Event
    ) -> UInt {
        let handler:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean =
                {
                    _, event, data in
                    let body = boxedBody(data, as: Event.self)
                    let bits = PointerBits(event)
                    return MainActor.assumeIsolated {
                        guard let body, let event = bits.typed(GdkEvent.self) else { return 0 }
                        return body(event) ? 1 : 0
                    }
                }
        return connect(object, signal, after: after, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }

    /// Connects a handler with a pointer as argument, such as for "draw" (a cairo context) or "populate-popup" (a
    /// menu).
    ///
    /// The pointer may be null. The handler's result is used if the signal has one.
    @discardableResult
    public static func connectPointer(
        _ object: UnsafeMutableRawPointer, _ signal: String, after: Bool = false,
        _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Bool
    ) -> UInt {
        let handler:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean =
                {
                    _, argument, data in
                    let body = boxedBody(data, as: (@MainActor (UnsafeMutableRawPointer?) -> Bool).self)
                    let bits = PointerBits(argument)
                    return MainActor.assumeIsolated {
                        guard let body else { return 0 }
                        return body(bits.raw) ? 1 : 0
                    }
                }
        return connect(object, signal, after: after, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }

    /// Connects a handler with one number as argument, such as for "response".
    @discardableResult
    static func connectInt(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (Int) -> Void
    ) -> UInt {
        let handler: @convention(c) (UnsafeMutableRawPointer?, CInt, UnsafeMutableRawPointer?) -> Void = {
            _, number, data in
            let body = boxedBody(data, as: (@MainActor (Int) -> Void).self)
            MainActor.assumeIsolated { body?(Int(number)) }
        }
        return connect(object, signal, after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }

    /// Disconnects the handler with this number, and releases its closure; does nothing if it is not connected.
    ///
    /// A destroyed object loses its handlers, even while it is still referenced.
    static func disconnect(_ object: UnsafeMutableRawPointer, _ handler: UInt) {
        if g_signal_handler_is_connected(object, handler) != 0 { g_signal_handler_disconnect(object, handler) }
    }

    static func connect<Body>(
        _ object: UnsafeMutableRawPointer, _ signal: String, after: Bool, _ handler: @escaping GCallback,
        _ box: ClosureBox<Body>
    ) -> UInt {
        let id = kiroku_signal_connect(
            object, signal, handler, Unmanaged.passRetained(box).toOpaque(), { data, _ in releaseBox(data) },
            after ? 1 : 0)
        precondition(id != 0, "the object has no signal “\(signal)”")
        return id
    }
}

extension Signals {
    /// Connects a handler with a pointer and a number, such as for "draw-page".
    static func connectPage(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ body: @escaping @MainActor (OpaquePointer?, Int) -> Void
    ) -> UInt {
        typealias Body = @MainActor (OpaquePointer?, Int) -> Void
        let handler:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, CInt, UnsafeMutableRawPointer?) -> Void =
                { _, argument, number, data in
                    let body = boxedBody(data, as: Body.self)
                    let bits = PointerBits(argument)
                    MainActor.assumeIsolated { body?(bits.opaque, Int(number)) }
                }
        return connect(
            object, signal, after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox<Body>(body))
    }
}
