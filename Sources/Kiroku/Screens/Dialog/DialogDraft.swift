import KirokuCore
import KirokuPresentation
import KirokuViews

/// A dialog that is being tried out on the dialog's screen.
struct DialogDraft: Hashable {
    var look = DialogLook.usual
    /// The captions of the buttons, with mnemonics; an empty one stands for the usual word.
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
    /// The title of the kind in a list of choices.
    var title: String {
        switch self {
        case .normal: localized("Normal")
        case .ok: localized("OK")
        case .caution: localized("Caution")
        case .error: localized("Error")
        }
    }
}
