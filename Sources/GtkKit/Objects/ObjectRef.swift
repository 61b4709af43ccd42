import CGtk

/// Owns one reference to a GObject that is not in a widget tree, and releases it at the end of its own life.
///
/// Widgets in a window belong to the window, and are borrowed pointers.
@MainActor
public final class ObjectRef {
    /// The object, valid while this reference lives.
    public let pointer: UnsafeMutableRawPointer

    /// Takes over the reference that a constructor returned, and sinks a floating one.
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

    /// The object as a pointer for classes whose C struct is not public.
    public var opaque: OpaquePointer { OpaquePointer(pointer) }

    func cast<Class>(to type: Class.Type) -> UnsafeMutablePointer<Class> {
        pointer.assumingMemoryBound(to: type)
    }
}

/// The object that a constructor of GLib, GTK or Pango returned.
///
/// C's headers cannot say that there always is one: if memory is short, GLib ends the program.
func made<Object>(_ object: Object?, by function: StaticString = #function) -> Object {
    guard let object else { preconditionFailure("nothing was made for \(function)") }
    return object
}

/// Refers weakly to a widget.
@MainActor
public final class WeakWidget {
    private let reference: UnsafeMutablePointer<GWeakRef>

    /// Creates a reference that does not keep the widget alive.
    public init(_ widget: some Widget) {
        reference = .allocate(capacity: 1)
        g_weak_ref_init(reference, widget.object)
    }

    isolated deinit {
        g_weak_ref_clear(reference)
        reference.deallocate()
    }

    /// The widget; `nil` once it is gone.
    public var widget: AnyWidget? {
        guard let object = g_weak_ref_get(reference) else { return nil }
        // Others own the widget; it stays during this call of the main loop.
        g_object_unref(object)
        return AnyWidget(object.assumingMemoryBound(to: GtkWidget.self))
    }
}

/// Ties the life of a Swift object to a GObject, which owns it under `key` until it is finalised.
///
/// A window owns its controller in this way, so the controller must not own the window (see ``ObjectRef``).
@MainActor
public func attach(_ object: AnyObject, to widget: some Widget, key: String) {
    g_object_set_data_full(
        widget.cast(to: GObject.self), key, Unmanaged.passRetained(object).toOpaque(),
        { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        })
}

/// A pointer in a form that can be passed from a C callback to the main actor; the callback runs on the main thread.
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
