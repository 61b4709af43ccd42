import CGtk

extension Widget {
    /// Disables the widget for a reason, which its tooltip shows and screen readers read out; with `nil`, it can be
    /// used.
    public func setSensitive(unless reason: String?) {
        isSensitive = reason == nil
        setDisabledReason(reason)
    }

    /// Adds to the tooltip, and for screen readers, why the widget is grey; with `nil`, it is as it was before.
    ///
    /// A text that ``setTooltip(_:)`` sets meanwhile comes before the reason.
    public func setDisabledReason(_ reason: String?) {
        let texts = DisabledTexts.of(self)
        guard reason != texts?.reason else { return }
        guard let reason else {
            texts?.restore(on: self)
            return
        }
        let new = texts ?? DisabledTexts(of: self)
        new.reason = reason
        new.show(on: self)
    }

    /// Remembers which action the widget does, so that ``Window/setDisabledReason(_:)`` finds it.
    func remember(action: String) { attach(ActionName(action), to: self, key: ActionName.key) }
}

extension Window {
    /// Explains at each button and menu item of the window why its action is disabled.
    ///
    /// - Parameter reasons: by the actions' full names, such as "win.undo"; none for actions that are not grey.
    public func setDisabledReason(_ reasons: [String: String]) {
        attach(DisabledReasons(reasons), to: self, key: DisabledReasons.key)
        Self.showReasons(reasons, in: AnyWidget(pointer))
    }

    /// Shows the same in a popover whose content has just been made.
    static func setDisabledReason(in popover: AnyWidget, of button: some Widget) {
        guard let top = gtk_widget_get_toplevel(button.pointer),
            let reasons: DisabledReasons = AnyWidget(top).attached(as: DisabledReasons.key)
        else { return }
        showReasons(reasons.byAction, in: popover)
    }

    private static func showReasons(_ reasons: [String: String], in widget: AnyWidget) {
        if let name = ActionName.of(widget) { widget.setDisabledReason(reasons[name]) }
        for part in widget.parts { showReasons(reasons, in: part) }
        // A menu is in no container.
        if kiroku_is_a(widget.object, gtk_menu_button_get_type()) != 0,
            let popover = gtk_menu_button_get_popover(widget.cast(to: GtkMenuButton.self))
        {
            let menu = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)
            showReasons(reasons, in: AnyWidget(menu))
        }
    }

    /// Asks `body`, with the full name of an action that is grey, whether it takes its key, when that is pressed.
    ///
    /// As with actions that are not grey, other widgets come after it; only keys that text fields use go to these
    /// first.
    public func onKeyOfGreyAction(_ body: @escaping @MainActor (String) -> Bool) {
        let window = self
        for isAfterOthers in [false, true] {
            Signals.connectEvent(object, "key-press-event", after: isAfterOthers) { event in
                guard isAfterOthers || !window.hasTextFocus else { return false }
                return Self.actions(of: event).contains { window.isGrey($0) && body($0) }
            }
        }
    }

    private var hasTextFocus: Bool {
        guard let focus = gtk_window_get_focus(cast(to: GtkWindow.self)) else { return false }
        return [gtk_editable_get_type(), gtk_text_view_get_type()].contains {
            kiroku_is_a(UnsafeMutableRawPointer(focus), $0) != 0
        }
    }

    private func isGrey(_ action: String) -> Bool {
        guard action.hasPrefix("win.") else { return false }
        return g_action_group_get_action_enabled(OpaquePointer(object), String(action.dropFirst(4))) == 0
    }

    private static func actions(of event: UnsafeMutablePointer<GdkEvent>) -> [String] {
        let key = event.pointee.key
        let modifiers = key.state & gtk_accelerator_get_default_mod_mask().rawValue
        guard let application = g_application_get_default(),
            let name = gtk_accelerator_name(gdk_keyval_to_lower(key.keyval), GdkModifierType(modifiers))
        else { return [] }
        defer { g_free(name) }
        // GTK names the letters of some scripts in a way that it does not read, and complains of.
        var code: guint = 0
        gtk_accelerator_parse(name, &code, nil)
        guard code != 0,
            let list = gtk_application_get_actions_for_accel(
                UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self), name)
        else { return [] }
        defer { g_strfreev(list) }
        var names: [String] = []
        // The list ends with a null pointer.
        while let next = list[names.count] { names.append(String(cString: next)) }
        return names
    }
}

extension Widget {
    /// What ``attach(_:to:key:)`` has tied to the widget under a key; the key must always stand for the same class.
    fileprivate func attached<Kind: AnyObject>(as key: String) -> Kind? {
        g_object_get_data(cast(to: GObject.self), key).map { Unmanaged<Kind>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Why actions of a window are disabled.
private final class DisabledReasons {
    static let key = "kiroku-grey-reasons"
    /// By the full names of the actions.
    let byAction: [String: String]

    init(_ reasons: [String: String]) { byAction = reasons }
}

/// The full name of the action that a widget does.
private final class ActionName {
    static let key = "kiroku-action"
    private let name: String

    init(_ name: String) { self.name = name }

    @MainActor
    static func of(_ widget: some Widget) -> String? {
        let found: ActionName? = widget.attached(as: key)
        return found?.name
    }
}

/// The texts of a widget that is disabled for a reason.
@MainActor
final class DisabledTexts {
    private static let key = "kiroku-grey-texts"
    /// The widget's own tooltip.
    var tooltip: String?
    /// The widget's own description; `nil` if screen readers take the tooltip for it.
    private let description: String?
    fileprivate var reason = ""

    /// The texts of this widget; `nil` if it is not disabled for a reason.
    static func of(_ widget: some Widget) -> DisabledTexts? { widget.attached(as: key) }

    fileprivate init(of widget: some Widget) {
        tooltip = gtk_widget_get_tooltip_text(widget.pointer).map { text in
            defer { g_free(text) }
            return String(cString: text)
        }
        description = gtk_widget_get_accessible(widget.pointer)?.pointee.description.map { String(cString: $0) }
        attach(self, to: widget, key: Self.key)
    }

    func show(on widget: some Widget) {
        gtk_widget_set_tooltip_text(widget.pointer, [tooltip, reason].compactMap(\.self).joined(separator: "\n"))
        if description != nil { widget.accessibleDescription = reason }
    }

    fileprivate func restore(on widget: some Widget) {
        g_object_set_data(widget.cast(to: GObject.self), Self.key, nil)
        gtk_widget_set_tooltip_text(widget.pointer, tooltip)
        if let description { widget.accessibleDescription = description }
    }
}
