import CGtk
import Geometry

/// One line of a menu that opens over what it is about.
@MainActor
public struct ContextMenuItem {
    /// What stands in it, mnemonic underscore included.
    public let caption: String
    /// The key that does the same, in GTK's spelling ("<Primary>d"); it is shown, and does nothing by being named here.
    public let key: String?
    /// Whether it can be chosen.
    public let isEnabled: Bool
    /// The mark in front of it.
    public let mark: Mark
    /// What choosing it does.
    public let action: @MainActor () -> Void
    let isSeparator: Bool

    /// What stands in front of a line that is on or off.
    public enum Mark: Sendable, Hashable {
        case none
        /// On or off, independently of the others.
        case check(Bool)
        /// One of several, of which one at most is on.
        case choice(Bool)

        var isOn: Bool { self == .check(true) || self == .choice(true) }
    }

    /// A line that can be chosen.
    public init(
        _ caption: String, key: String? = nil, isEnabled: Bool = true, mark: Mark = .none,
        action: @escaping @MainActor () -> Void
    ) {
        self.caption = caption
        self.key = key
        self.isEnabled = isEnabled
        self.mark = mark
        self.action = action
        isSeparator = false
    }

    private init() {
        caption = ""
        key = nil
        isEnabled = false
        mark = .none
        action = {}
        isSeparator = true
    }

    /// A line between two groups.
    public static var separator: ContextMenuItem { ContextMenuItem() }
}

extension Widget {
    /// Opens a menu that belongs to the widget and goes when something was chosen or the user looks elsewhere.
    ///
    /// - Parameters:
    ///   - items: from top to bottom.
    ///   - place: what the menu is about, in the widget's pixels: it opens below; `nil` is the whole widget.
    ///   - isForKeyboard: whether the first line is selected, so that Enter chooses it.
    public func showMenu(_ items: [ContextMenuItem], below place: Rectangle?, isForKeyboard: Bool = false) {
        guard let menu = gtk_menu_new() else { return }
        let shell = UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenuShell.self)
        for item in items {
            guard let widget = item.makeWidget() else { continue }
            gtk_menu_shell_append(shell, widget)
        }
        let popup = UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenu.self)
        gtk_menu_attach_to_widget(popup, pointer, nil)
        // Not at once: the item that was chosen does its work after this signal. By then its window may have gone.
        let reference = WeakWidget(AnyWidget(menu))
        Signals.connect(UnsafeMutableRawPointer(menu), "selection-done") {
            MainLoop.whenIdle { reference.widget?.destroy() }
        }
        gtk_widget_show_all(menu)
        if let place {
            guard let window = gtk_widget_get_window(pointer) else { return }
            var place = GdkRectangle(place)
            gtk_menu_popup_at_rect(popup, window, &place, GDK_GRAVITY_SOUTH_WEST, GDK_GRAVITY_NORTH_WEST, nil)
        } else {
            gtk_menu_popup_at_widget(popup, pointer, GDK_GRAVITY_SOUTH_WEST, GDK_GRAVITY_NORTH_WEST, nil)
        }
        if isForKeyboard { gtk_menu_shell_select_first(shell, 1) }
    }
}

extension ContextMenuItem {
    fileprivate func makeWidget() -> UnsafeMutablePointer<GtkWidget>? {
        if isSeparator { return gtk_separator_menu_item_new() }
        let made =
            mark == .none
            ? gtk_menu_item_new_with_mnemonic(caption) : gtk_check_menu_item_new_with_mnemonic(caption)
        guard let widget = made else { return nil }
        let object = UnsafeMutableRawPointer(widget)
        if mark != .none {
            let item = object.assumingMemoryBound(to: GtkCheckMenuItem.self)
            gtk_check_menu_item_set_active(item, mark.isOn ? 1 : 0)
            if case .choice = mark { gtk_check_menu_item_set_draw_as_radio(item, 1) }
        }
        gtk_widget_set_sensitive(widget, isEnabled ? 1 : 0)
        showKey(on: object)
        let action = action
        Signals.connect(object, "activate", action)
        return widget
    }

    private func showKey(on object: UnsafeMutableRawPointer) {
        guard let key, let child = gtk_bin_get_child(object.assumingMemoryBound(to: GtkBin.self)) else { return }
        var code: guint = 0
        var modifiers = GdkModifierType(0)
        gtk_accelerator_parse(key, &code, &modifiers)
        gtk_accel_label_set_accel(
            UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkAccelLabel.self), code, modifiers)
    }
}
