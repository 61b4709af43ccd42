import CGtk

/// What is in a menu: sections with actions under captions.
@MainActor
public final class Menu {
    let model: ObjectRef

    /// A menu of these sections, between which there are lines.
    public init(_ sections: [[MenuItem]]) {
        guard let menu = g_menu_new() else { preconditionFailure("GIO made no menu") }
        model = ObjectRef(adopting: UnsafeMutableRawPointer(menu))
        for items in sections {
            let section = g_menu_new()
            for item in items { g_menu_append(section, item.caption, item.action) }
            guard let section else { continue }
            let pointer = UnsafeMutableRawPointer(section)
            g_menu_append_section(menu, nil, pointer.assumingMemoryBound(to: GMenuModel.self))
            g_object_unref(pointer)
        }
    }
}

/// One entry of a ``Menu``; the action's keys are shown beside it.
public struct MenuItem: Sendable {
    /// What stands in the menu; an underscore before a letter makes it the mnemonic.
    public let caption: String
    /// The action's full name, such as "win.undo", or "win.screen::cards" for one of several choices.
    public let action: String

    /// An entry that does this action.
    public init(_ caption: String, action: String) {
        self.caption = caption
        self.action = action
    }
}
