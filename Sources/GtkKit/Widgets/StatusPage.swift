import CGtk

/// Creates a page that shows why there is nothing to see, with what can be done about it: all centred, and scrolled if
/// there is too little room.
///
/// libhandy's own page hides its texts from screen readers.
///
/// - Parameters:
///   - icon: a large symbolic icon, for decoration.
///   - title: the situation, in a few words.
///   - text: what can be done, in a sentence.
///   - content: the buttons.
@MainActor
public func statusPage(icon: String, title: String, text: String, content: some Widget) -> AnyWidget {
    let page = column(spacing: 18)
    let picture = largeIcon(icon, size: 96)
    picture.addStyleClass(ColorRole.muted.styleClass)
    let name = heading(title)
    name.addStyleClass("kiroku-page-title")
    name.setAlignedAcross(.center)
    let parts = [AnyWidget(picture), AnyWidget(name), AnyWidget(paragraph(text, alignment: .center, width: 50))]
    for part in parts { page.append(part) }
    page.append(content)
    page.setCentered()
    page.setMargins(horizontal: 24, vertical: 24)
    let view = scrolled(page)
    view.setExpands(horizontally: true, vertically: true)
    return AnyWidget(view)
}
