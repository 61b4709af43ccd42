import CGtk
import Geometry

/// An item of a menu that opens at the thing it is about.
@MainActor
public struct ContextMenuItem {
    /// The text of the item, with the underscore of a mnemonic.
    public let caption: String
    /// The key that does the same, in GTK's notation, such as "<Primary>d"; it is only shown here.
    public let key: String?
    /// Whether the item can be chosen.
    public let isEnabled: Bool
    /// Why it cannot be chosen, for its tooltip and screen readers; `nil` if it can, or if the reason is obvious.
    public let reason: String?
    /// The mark before the text.
    public let mark: Mark
    /// Called when the item is chosen.
    public let action: @MainActor () -> Void
    let isSeparator: Bool

    /// The mark of an item that is on or off.
    public enum Mark: Sendable, Hashable {
        case none
        /// On or off, independently of other items.
        case check(Bool)
        /// One of several items, of which at most one is on.
        case choice(Bool)

        var isOn: Bool { self == .check(true) || self == .choice(true) }
    }

    /// Creates an item that can be chosen, unless there is a reason against that.
    public init(
        _ caption: String, key: String? = nil, isEnabled: Bool = true, unless reason: String? = nil,
        mark: Mark = .none, action: @escaping @MainActor () -> Void
    ) {
        self.caption = caption
        self.key = key
        self.isEnabled = isEnabled && reason == nil
        self.reason = reason
        self.mark = mark
        self.action = action
        isSeparator = false
    }

    private init() {
        caption = ""
        key = nil
        isEnabled = false
        reason = nil
        mark = .none
        action = {}
        isSeparator = true
    }

    /// A line between two groups of items.
    public static var separator: ContextMenuItem { ContextMenuItem() }
}

extension Widget {
    /// Opens a menu of the widget, which is destroyed when the user chooses an item or closes it.
    ///
    /// - Parameters:
    ///   - items: the items from top to bottom.
    ///   - place: the area below which the menu opens, in the widget's pixels; `nil` for the whole widget.
    ///   - isForKeyboard: whether the first item is selected, so that Enter chooses it.
    public func showMenu(_ items: [ContextMenuItem], below place: Rectangle?, isForKeyboard: Bool = false) {
        guard let menu = gtk_menu_new() else { return }
        let shell = UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenuShell.self)
        for item in items {
            guard let widget = item.makeWidget() else { continue }
            gtk_menu_shell_append(shell, widget)
        }
        let popup = UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenu.self)
        gtk_menu_attach_to_widget(popup, pointer, nil)
        // This is done later, as the chosen item does its work after this signal. By then the window may be gone.
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
        AnyWidget(widget).setDisabledReason(reason)
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
