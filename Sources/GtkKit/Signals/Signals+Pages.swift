import CGtk

extension Signals {
    /// A handler with a pointer and a number, as "draw-page" has.
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
