import CGtk

/// The ground of a dialog inside a window.
///
/// Screen readers present it as a modal dialog. It keeps pointer events from what is below it. As with a header bar,
/// dragging an empty part of it moves the window.
public struct DialogSurface: Widget {
    /// The `GtkEventBox`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Sets how opaque the ground is, from 0 to 1, over what is under it; its colour is "kiroku_sheet".
    public func setGround(opacity: Double) {
        guard opacity.isFinite else { return }
        let hundredths = Int((min(max(opacity, 0), 1) * 100).rounded())
        setStyle(
            "* { background-color: alpha(@kiroku_sheet, \(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)); }",
            key: "kiroku-ground")
    }

    /// Gives the surface itself the focus, for a dialog without a control that can have it.
    ///
    /// Tab does not move the focus here.
    public func grabFocusAsWhole() {
        gtk_widget_set_can_focus(pointer, 1)
        gtk_widget_grab_focus(pointer)
        gtk_widget_set_can_focus(pointer, 0)
    }
}

/// Creates a surface that is not in a window yet; `name` is the dialog's name for screen readers.
@MainActor
public func dialogSurface(name: String, content: some Widget) -> DialogSurface {
    let object = made(kiroku_object_new(DialogSurfaceType.id))
    let surface = DialogSurface(pointer: object.assumingMemoryBound(to: GtkWidget.self))
    let handle = AnyWidget(made(hdy_window_handle_new()))
    gtk_container_add(handle.cast(to: GtkContainer.self), content.pointer)
    gtk_container_add(surface.cast(to: GtkContainer.self), handle.pointer)
    handle.isVisible = true
    atk_object_set_role(gtk_widget_get_accessible(surface.pointer), ATK_ROLE_DIALOG)
    surface.accessibleName = name
    surface.keepPointerForItself()
    return surface
}

/// An invisible layer that keeps the pointer from what lies below it.
@MainActor
public func shield() -> AnyWidget {
    let widget = made(gtk_event_box_new())
    let shield = AnyWidget(widget)
    gtk_event_box_set_visible_window(shield.cast(to: GtkEventBox.self), 0)
    shield.keepPointerForItself()
    return shield
}

extension Widget {
    /// Consumes every click, movement, touch and drop that no widget on it takes.
    fileprivate func keepPointerForItself() {
        let events: [GdkEventMask] = [
            GDK_BUTTON_PRESS_MASK, GDK_BUTTON_RELEASE_MASK, GDK_POINTER_MOTION_MASK, GDK_SCROLL_MASK,
            GDK_SMOOTH_SCROLL_MASK, GDK_TOUCH_MASK,
        ]
        gtk_widget_add_events(pointer, Int32(bitPattern: events.reduce(0) { $0 | $1.rawValue }))
        Signals.connectEvent(object, "event") { event in
            switch event.pointee.type {
            case GDK_BUTTON_PRESS, GDK_2BUTTON_PRESS, GDK_3BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_MOTION_NOTIFY,
                GDK_SCROLL, GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL:
                true
            default:
                false
            }
        }
        refuseDrops()
    }
}

/// The GObject classes of the surfaces and of their accessible objects.
@MainActor
private enum DialogSurfaceType {
    static let id: GType = SubclassType.register(
        "KirokuDialogSurface", parent: gtk_event_box_get_type(),
        classInit: { classPointer, _ in
            let bits = PointerBits(classPointer)
            MainActor.assumeIsolated {
                guard let widgetClass = bits.typed(GtkWidgetClass.self) else { return }
                gtk_widget_class_set_accessible_type(widgetClass, accessibleId)
            }
        })

    private static let accessibleId: GType = SubclassType.register(
        "KirokuDialogSurfaceAccessible", parent: gtk_container_accessible_get_type(),
        classInit: { classPointer, _ in
            let bits = PointerBits(classPointer)
            MainActor.assumeIsolated {
                guard let objectClass = bits.typed(AtkObjectClass.self) else { return }
                parentStates = objectClass.pointee.ref_state_set
                objectClass.pointee.ref_state_set = { object in
                    let bits = PointerBits(object)
                    let result = MainActor.assumeIsolated {
                        let states = DialogSurfaceType.parentStates?(bits.typed(AtkObject.self))
                        if let states { atk_state_set_add_state(states, ATK_STATE_MODAL) }
                        return PointerBits(UnsafeMutableRawPointer(states))
                    }
                    return result.typed(AtkStateSet.self)
                }
            }
        })

    private static var parentStates:
        (@convention(c) (UnsafeMutablePointer<AtkObject>?) -> UnsafeMutablePointer<AtkStateSet>?)?
}
