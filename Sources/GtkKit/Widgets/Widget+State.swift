import CGtk

extension Widget {
    /// What a screen reader adds to the name.
    public func setAccessibleDescription(_ text: String) {
        atk_object_set_description(gtk_widget_get_accessible(pointer), text)
    }

    /// Puts it at the start, in the middle or at the end of its room, no wider than it needs.
    public func setAlignedAcross(_ alignment: Alignment) {
        switch alignment {
        case .start: gtk_widget_set_halign(pointer, GTK_ALIGN_START)
        case .center: gtk_widget_set_halign(pointer, GTK_ALIGN_CENTER)
        case .end: gtk_widget_set_halign(pointer, GTK_ALIGN_END)
        }
    }

    /// Puts it in the middle of its room's height, no higher than it needs.
    public func setCenteredUpright() { gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER) }

    /// Has screen readers know it as a picture, which is not operated and cannot have the focus.
    public func beAPicture(named name: String) {
        gtk_widget_set_can_focus(pointer, 0)
        atk_object_set_role(gtk_widget_get_accessible(pointer), ATK_ROLE_IMAGE)
        accessibleName = name
    }
}
