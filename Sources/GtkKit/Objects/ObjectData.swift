import CGtk

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
