import CGtk

/// What is in a menu: sections with actions under captions.
@MainActor
public final class Menu {
    let model: ObjectRef

    /// A menu of these sections, between which there are lines.
    public init(_ sections: [[MenuItem]]) {
        let menu = made(g_menu_new())
        model = ObjectRef(adopting: UnsafeMutableRawPointer(menu))
        for items in sections {
            let section = ObjectRef(adopting: UnsafeMutableRawPointer(made(g_menu_new())))
            for item in items {
                switch item.content {
                case .action(let action): g_menu_append(section.opaque, item.caption, action)
                case .submenu(let submenu):
                    g_menu_append_submenu(section.opaque, item.caption, submenu.model.cast(to: GMenuModel.self))
                }
            }
            g_menu_append_section(menu, nil, section.cast(to: GMenuModel.self))
        }
    }
}

/// One entry of a ``Menu``; the action's keys are shown beside it.
@MainActor
public struct MenuItem {
    enum Content {
        case action(String)
        case submenu(Menu)
    }

    /// What stands in the menu; an underscore before a letter makes it the mnemonic.
    public let caption: String
    let content: Content

    /// An entry that does an action.
    ///
    /// - Parameters:
    ///   - caption: what stands in the menu; an underscore before a letter makes it the mnemonic.
    ///   - action: its full name, such as "win.undo", or "win.screen::cards" for one of several choices.
    public init(_ caption: String, action: String) {
        self.caption = caption
        content = .action(action)
    }

    /// An entry that leads to further ones.
    ///
    /// - Parameters:
    ///   - caption: what stands in the menu; an underscore before a letter makes it the mnemonic.
    ///   - sections: what is in the other menu.
    public init(_ caption: String, _ sections: [[MenuItem]]) {
        self.caption = caption
        content = .submenu(Menu(sections))
    }
}

/// Frees keys and clicks that a menu has grabbed without being visible.
///
/// A menu shows only if the display gives it pointer and keyboard, which another program, such as the window manager,
/// may have at that moment. Asked for by a key, as a combo box's list or a text's menu can be, it has GTK's own grab all
/// the same (GTK 3.24.38), and nothing in the program could be operated any more.
@MainActor
enum StrandedMenu {
    /// Frees the program of such menus from now on, whenever one takes the grab from this window.
    static func free(_ window: some Widget) {
        // Before any event is handled, and however busy the loop is with drawing.
        Signals.connectInt(window.object, "grab-notify") { _ in MainLoop.next { freeNow() } }
    }

    private static func freeNow() {
        guard let menu = gtk_grab_get_current(), gtk_widget_get_mapped(menu) == 0,
            kiroku_is_a(UnsafeMutableRawPointer(menu), gtk_menu_shell_get_type()) != 0
        else { return }
        gtk_menu_shell_deactivate(UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenuShell.self))
    }
}
