import GtkKit
import KirokuCore

/// The page of a window that has no document.
@MainActor
struct VacantPage {
    let widget = column(spacing: 12)

    init() {
        let text = paragraph(
            localized("Open a document or a text file to see its records, or make a new document."),
            alignment: .center)
        let open = button(localized("Open…"), action: Command.open.action)
        open.addStyleClass("suggested-action")
        let buttons = row()
        buttons.setCentered()
        buttons.append(open)
        buttons.append(button(localized("New Document…"), action: Command.newDocument.action))
        buttons.append(button(localized("From a Server…"), action: Command.openFromServer.action))
        widget.append(text)
        widget.append(buttons)
        widget.setCentered()
        widget.setExpands(horizontally: true, vertically: true)
        widget.showAll()
        widget.setShownOnlyByItself()
    }
}
