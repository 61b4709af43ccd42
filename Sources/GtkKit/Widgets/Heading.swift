import CGtk

/// The bold line above things that belong together; screen readers know it as a heading.
@MainActor
public func heading(_ text: String) -> Label {
    let made = label(text)
    let bold = pango_attr_list_new()
    pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
    gtk_label_set_attributes(made.cast(to: GtkLabel.self), bold)
    pango_attr_list_unref(bold)
    atk_object_set_role(gtk_widget_get_accessible(made.pointer), ATK_ROLE_HEADING)
    return made
}
