import KirokuCore
import KirokuPresentation
import KirokuViews

/// A dialog as it is being tried out on the dialog's screen.
struct DialogDraft: Hashable {
    var layout = SheetLayout()
    var slideTime = SlideTime.usual
    /// What stands on the buttons; where nothing is left, the usual words.
    var cancelCaption = localized("_Cancel")
    var okCaption = localized("_OK")
    var messageText = localized("This is a message.")
    var messageKind = MessageKind.normal
    /// Whether the message disappears after a while.
    var messagePasses = false

    var message: Message? {
        messageText.isEmpty ? nil : Message(messageText, messageKind, passes: messagePasses)
    }
}

extension MessageKind {
    /// The name of the kind where it is chosen.
    var title: String {
        switch self {
        case .normal: localized("Normal")
        case .ok: localized("OK")
        case .caution: localized("Caution")
        case .error: localized("Error")
        }
    }
}
