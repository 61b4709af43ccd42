import CGtk

/// Something that a button, menu item or key does, while it is enabled.
@MainActor
public struct Action {
    private let pointer: OpaquePointer

    init(_ name: String, in map: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { preconditionFailure("“\(name)” is no action name") }
        pointer = action
        Signals.connectPointer(UnsafeMutableRawPointer(action), "activate") { _ in
            body()
            return false
        }
        g_action_map_add_action(map, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Whether the action can be done now; otherwise its buttons and menu items are grey.
    public var isEnabled: Bool {
        get { g_action_get_enabled(pointer) != 0 }
        nonmutating set { g_simple_action_set_enabled(pointer, newValue ? 1 : 0) }
    }
}

/// A choice of one among several, by menu or key; the menu marks the current one.
@MainActor
public struct RadioAction {
    private let pointer: OpaquePointer

    init(
        _ name: String, chosen: String, in map: OpaquePointer, _ body: @escaping @MainActor (String) -> Void
    ) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        guard let action = g_simple_action_new_stateful(name, type, g_variant_new_string(chosen)) else {
            preconditionFailure("“\(name)” is no action name")
        }
        pointer = action
        Signals.connectPointer(UnsafeMutableRawPointer(action), "activate") { parameter in
            if let text = g_variant_get_string(parameter.map { OpaquePointer($0) }, nil) { body(String(cString: text)) }
            return false
        }
        g_action_map_add_action(map, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Whether a choice can be made now; otherwise its menu items are grey.
    public var isEnabled: Bool {
        get { g_action_get_enabled(pointer) != 0 }
        nonmutating set { g_simple_action_set_enabled(pointer, newValue ? 1 : 0) }
    }

    /// Marks another choice as the current one; does not call the action's closure.
    public func mark(_ chosen: String) {
        g_simple_action_set_state(pointer, g_variant_new_string(chosen))
    }
}
