import CGtk

/// Shows a widget only where there is room for the whole of it.
///
/// Nothing is there otherwise; what the widget does must be possible by another way, too.
@MainActor
public func roomyOnly(_ widget: some Widget) -> AnyWidget {
    firstThatFits([AnyWidget(widget), AnyWidget(made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))])
}

/// Shows the first of these widgets for the whole of which there is room across, and the last one if there is none.
@MainActor
public func firstThatFits(_ widgets: [AnyWidget]) -> AnyWidget {
    let squeezer = AnyWidget(made(hdy_squeezer_new()))
    hdy_squeezer_set_homogeneous(OpaquePointer(squeezer.object), 0)
    for widget in widgets { gtk_container_add(squeezer.cast(to: GtkContainer.self), widget.pointer) }
    return squeezer
}
