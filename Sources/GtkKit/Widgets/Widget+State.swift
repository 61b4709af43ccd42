import CGtk

extension Widget {
    /// Sets the text that screen readers add to the name.
    public func setAccessibleDescription(_ text: String) {
        atk_object_set_description(gtk_widget_get_accessible(pointer), text)
    }

    /// Aligns the widget with the start, the middle or the end of its room, no wider than it needs.
    public func setAlignedAcross(_ alignment: Alignment) {
        switch alignment {
        case .start: gtk_widget_set_halign(pointer, GTK_ALIGN_START)
        case .center: gtk_widget_set_halign(pointer, GTK_ALIGN_CENTER)
        case .end: gtk_widget_set_halign(pointer, GTK_ALIGN_END)
        }
    }

    /// Aligns the widget with the top, the middle or the bottom of its room, no higher than it needs.
    public func setAlignedUpright(_ alignment: Alignment) {
        switch alignment {
        case .start: gtk_widget_set_valign(pointer, GTK_ALIGN_START)
        case .center: gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER)
        case .end: gtk_widget_set_valign(pointer, GTK_ALIGN_END)
        }
    }

    /// Centres the widget vertically in its room, no higher than it needs.
    public func setCenteredUpright() { gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER) }

    /// Puts the widget at the top of the room that it has.
    public func setAtTop() { gtk_widget_set_valign(pointer, GTK_ALIGN_START) }

    /// Leaves the widget out when the focus moves, if the keyboard can do the same in another way.
    public func refuseFocus() {
        gtk_widget_set_can_focus(pointer, 0)
        gtk_widget_set_focus_on_click(pointer, 0)
    }

    /// Makes screen readers present the widget as a picture, which cannot be operated or have the focus.
    public func beAPicture(named name: String) {
        gtk_widget_set_can_focus(pointer, 0)
        atk_object_set_role(gtk_widget_get_accessible(pointer), ATK_ROLE_IMAGE)
        accessibleName = name
    }

    /// Becomes a handle between two parts of a window for screen readers.
    public func beADivider(named name: String) {
        atk_object_set_role(gtk_widget_get_accessible(pointer), ATK_ROLE_SEPARATOR)
        accessibleName = name
    }
}

extension Widget {
    /// Asks for the tooltip's text when it is about to appear, for text that changes; `nil` for no tooltip.
    public func onTooltip(_ text: @escaping @MainActor () -> String?) {
        typealias Body = @MainActor () -> String?
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, gint, gint, gboolean, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> gboolean = { _, _, _, _, tooltip, data in
                let body = boxedBody(data, as: Body.self)
                let bits = PointerBits(tooltip)
                return MainActor.assumeIsolated {
                    guard let text = body?(), let tooltip = bits.opaque else { return 0 }
                    gtk_tooltip_set_text(tooltip, text)
                    return 1
                }
            }
        gtk_widget_set_has_tooltip(pointer, 1)
        _ = Signals.connect(
            object, "query-tooltip", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox<Body>(text))
    }
}

extension Widget {
    /// Makes screen readers read out a text that has appeared here, wherever the focus is.
    public func announce(_ text: String) {
        guard let accessible = gtk_widget_get_accessible(pointer) else { return }
        kiroku_announce(accessible, text)
        if Notice.isNeeded { Notice.show(text, in: accessible) }
    }
}

/// An accessible object that appears with a text, for screen readers that do not know announcements yet.
@MainActor
private enum Notice {
    /// Screen readers that came with earlier versions of ATK do not listen to its announcements.
    private static let firstHeard: guint = 50

    static var isNeeded: Bool { atk_get_major_version() == 2 && atk_get_minor_version() < firstHeard }

    /// The last notice, kept for later requests.
    private static var last: ObjectRef?

    private static let type = SubclassType.register(
        "KirokuNoticeAccessible", parent: atk_object_get_type(),
        classInit: { classPointer, _ in
            // An object without states would count as destroyed.
            classPointer?.assumingMemoryBound(to: AtkObjectClass.self).pointee.ref_state_set = { _ in
                let states = atk_state_set_new()
                for state in [ATK_STATE_ENABLED, ATK_STATE_SENSITIVE, ATK_STATE_VISIBLE, ATK_STATE_SHOWING] {
                    atk_state_set_add_state(states, state)
                }
                return states
            }
        })

    static func show(_ text: String, in parent: UnsafeMutablePointer<AtkObject>) {
        let object = ObjectRef(adopting: made(kiroku_object_new(type)))
        let notice = object.cast(to: AtkObject.self)
        atk_object_set_role(notice, ATK_ROLE_NOTIFICATION)
        atk_object_set_name(notice, text)
        atk_object_set_parent(notice, parent)
        last = object
        atk_object_notify_state_change(notice, AtkState(ATK_STATE_SHOWING.rawValue), 1)
    }
}
