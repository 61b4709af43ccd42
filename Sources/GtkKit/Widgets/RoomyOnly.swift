import CGtk

/// Shows a widget only where there is room for the whole of it.
///
/// Nothing is there otherwise; what the widget does must be possible by another way, too.
@MainActor
public func roomyOnly(_ widget: some Widget) -> AnyWidget {
    guard let made = hdy_squeezer_new(), let nothing = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0) else {
        preconditionFailure("libhandy made no squeezer")
    }
    let squeezer = AnyWidget(made)
    hdy_squeezer_set_homogeneous(OpaquePointer(squeezer.object), 0)
    for child in [widget.pointer, nothing] { gtk_container_add(squeezer.cast(to: GtkContainer.self), child) }
    return squeezer
}
