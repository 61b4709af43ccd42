import CGtk

/// Owns one reference to a GObject that no widget tree owns, and gives it up when it goes.
///
/// Widgets inside a window are owned by the window and stay borrowed pointers.
@MainActor
public final class ObjectRef {
    /// The object, good as long as this reference lives.
    public let pointer: UnsafeMutableRawPointer

    /// Takes over the reference that a constructor returned; a floating one is sunk.
    public init(adopting pointer: UnsafeMutableRawPointer) {
        if g_object_is_floating(pointer) != 0 { g_object_ref_sink(pointer) }
        self.pointer = pointer
    }

    /// Adds a reference to an object that is owned elsewhere.
    public init(retaining pointer: UnsafeMutableRawPointer) {
        g_object_ref(pointer)
        self.pointer = pointer
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// For the classes whose C struct is not public.
    public var opaque: OpaquePointer { OpaquePointer(pointer) }

    func cast<Class>(to type: Class.Type) -> UnsafeMutablePointer<Class> {
        pointer.assumingMemoryBound(to: type)
    }
}

/// The object that a constructor of GLib's, GTK's or Pango's returned.
///
/// C's headers cannot say so, but there always is one: GLib ends the program itself where memory is short.
func made<Object>(_ object: Object?, by function: StaticString = #function) -> Object {
    guard let object else { preconditionFailure("nothing was made for \(function)") }
    return object
}

/// Refers to a widget that may go at any time.
@MainActor
public final class WeakWidget {
    private let reference: UnsafeMutablePointer<GWeakRef>

    /// A reference that keeps nothing alive.
    public init(_ widget: some Widget) {
        reference = .allocate(capacity: 1)
        g_weak_ref_init(reference, widget.object)
    }

    isolated deinit {
        g_weak_ref_clear(reference)
        reference.deallocate()
    }

    /// The widget, or `nil` if it has gone.
    public var widget: AnyWidget? {
        guard let object = g_weak_ref_get(reference) else { return nil }
        // Others own it; within this call of the main loop it stays.
        g_object_unref(object)
        return AnyWidget(object.assumingMemoryBound(to: GtkWidget.self))
    }
}

/// Ties a Swift object's life to a GObject's: the GObject owns it from now on, under `key`, until it is finalised.
///
/// A window owns its controller this way. The controller must not own the window in turn (see ``ObjectRef``).
@MainActor
public func attach(_ object: AnyObject, to widget: some Widget, key: String) {
    g_object_set_data_full(
        widget.cast(to: GObject.self), key, Unmanaged.passRetained(object).toOpaque(),
        { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        })
}

/// A pointer in a form that may cross into the main actor from a C callback, which runs on the main thread anyway.
struct PointerBits: Sendable {
    private let bits: UInt

    init(_ pointer: UnsafeMutableRawPointer?) {
        bits = UInt(bitPattern: pointer)
    }

    init(_ pointer: OpaquePointer?) {
        bits = UInt(bitPattern: pointer)
    }

    var raw: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: bits) }

    var opaque: OpaquePointer? { OpaquePointer(bitPattern: bits) }

    func typed<Pointee>(_ type: Pointee.Type) -> UnsafeMutablePointer<Pointee>? {
        raw?.assumingMemoryBound(to: type)
    }
}
