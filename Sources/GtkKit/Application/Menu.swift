import CGtk

/// The contents of a menu: sections of actions under captions.
@MainActor
public final class Menu {
    let model: ObjectRef
    /// The actions of all items, those of further menus included, by caption without mnemonic.
    private(set) var actions: [String: String] = [:]

    /// Creates a menu of these sections, with lines between them.
    public init(_ sections: [[MenuItem]]) {
        let menu = made(g_menu_new())
        model = ObjectRef(adopting: UnsafeMutableRawPointer(menu))
        for items in sections {
            let section = ObjectRef(adopting: UnsafeMutableRawPointer(made(g_menu_new())))
            for item in items {
                switch item.content {
                case .action(let action):
                    g_menu_append(section.opaque, item.caption, action)
                    actions[item.caption.filter { $0 != "_" }] = action
                case .submenu(let submenu):
                    actions.merge(submenu.actions) { first, _ in first }
                    g_menu_append_submenu(section.opaque, item.caption, submenu.model.cast(to: GMenuModel.self))
                }
            }
            g_menu_append_section(menu, nil, section.cast(to: GMenuModel.self))
        }
    }
}

/// An item of a ``Menu``; the action's keys are shown beside it.
@MainActor
public struct MenuItem {
    enum Content {
        case action(String)
        case submenu(Menu)
    }

    /// The text in the menu; an underscore before a letter makes that letter the mnemonic.
    public let caption: String
    let content: Content

    /// Creates an item that does an action.
    ///
    /// - Parameters:
    ///   - caption: the text in the menu; an underscore before a letter makes that letter the mnemonic.
    ///   - action: the action's full name, such as "win.undo", or "win.screen::cards" for one of several choices.
    public init(_ caption: String, action: String) {
        self.caption = caption
        content = .action(action)
    }

    /// Creates an item that opens a submenu.
    ///
    /// - Parameters:
    ///   - caption: the text in the menu; an underscore before a letter makes that letter the mnemonic.
    ///   - sections: the contents of the submenu.
    public init(_ caption: String, _ sections: [[MenuItem]]) {
        self.caption = caption
        content = .submenu(Menu(sections))
    }
}

/// Releases keys and clicks that a menu has grabbed without being visible.
///
/// A menu appears only if the display gives it the pointer and the keyboard, which another program, such as the window
/// manager, may hold at that moment. GTK (3.24.38) nevertheless gives a menu its own grab if a key has opened it, such
/// as a combo box's list or a text's menu. The program could then no longer be operated.
@MainActor
enum InvisibleMenu {
    /// Releases such grabs from now on, whenever a menu takes the grab from this window.
    static func free(_ window: some Widget) {
        // Before any event is handled, even if the loop is busy drawing.
        Signals.connectInt(window.object, "grab-notify") { _ in MainLoop.next { freeNow() } }
    }

    private static func freeNow() {
        guard let menu = gtk_grab_get_current(), gtk_widget_get_mapped(menu) == 0,
            kiroku_is_a(UnsafeMutableRawPointer(menu), gtk_menu_shell_get_type()) != 0
        else { return }
        gtk_menu_shell_deactivate(UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenuShell.self))
    }
}
