import KirokuPresentation
import KirokuViews

/// How Kiroku's dialogs look: what the user chooses on the Dialog screen, and what every dialog is made with.
struct DialogLook: Hashable {
    /// The size and place of the buttons: small ones below the edges of what is above them, where a sheet's own layout
    /// has large ones.
    var layout = SheetLayout(size: .s2, x: .l3, y: .l3)
    /// How long a dialog slides: briefly, so that nobody who types has to wait.
    var slideTime = SlideTime.brief

    /// The look as long as the user has not chosen another: the only place for these defaults.
    static let usual = DialogLook()
}

extension ModalSheet {
    /// Gives the sheet this look, also while it is open.
    func take(_ look: DialogLook) {
        setLayout(size: look.layout.size, x: look.layout.x, y: look.layout.y)
        slideTime = look.slideTime
    }
}
