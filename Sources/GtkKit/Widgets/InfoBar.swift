import CGtk

/// Creates a bar above some content with a text about it, and with buttons at its end.
///
/// - Parameters:
///   - text: the text; screen readers read it out as the bar's name.
///   - buttons: the buttons, the most important first; the last ones are left out if there is no room.
///   - close: the button that puts the bar away, which is always there.
@MainActor
public func infoBar(_ text: String, buttons: [@MainActor () -> Button], close: Button) -> Box {
    let bar = row(spacing: 12)
    bar.addStyleClass("kiroku-info-bar")
    bar.accessibleName = text
    atk_object_set_role(gtk_widget_get_accessible(bar.pointer), ATK_ROLE_INFO_BAR)
    let line = paragraph(text)
    line.setExpands(horizontally: true)
    bar.append(line, fills: true)
    let choices = (0...buttons.count).reversed().map { count in
        let some = row()
        for make in buttons.prefix(count) { some.append(make()) }
        return AnyWidget(some)
    }
    bar.append(firstThatFits(choices))
    close.addStyleClass("flat")
    bar.append(close)
    return bar
}
