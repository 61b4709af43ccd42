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

    /// Adds a reference to an object that somebody else owns.
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
