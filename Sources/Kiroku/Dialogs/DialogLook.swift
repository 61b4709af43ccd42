import KirokuPresentation
import KirokuViews

/// How Kiroku's dialogs look: the user chooses it on the Dialog screen, and every dialog is made with it.
///
/// While the usual layout is chosen, the buttons are at the edges of the content; any other is exact to the pixel.
struct DialogLook: Hashable {
    /// The size and place of the buttons: small ones below the edges of what is above them, whereas a sheet's own
    /// layout has large ones.
    var layout = SheetLayout(size: .s2, x: .l3, y: .l3)
    /// How long a dialog slides: briefly, so that a user who is typing does not have to wait.
    var slideTime = SlideTime.brief

    /// The look while the user has not chosen another: the only place for these defaults.
    static let usual = DialogLook()

    /// Whether the buttons are at the edges of the content, instead of at the steps of ``layout``.
    var standsAtEdges: Bool { layout == Self.usual.layout }

    /// The places of the parts of a dialog with a form, in a window of this size in pixels.
    func frames(width: Int, height: Int) -> SheetFrames {
        guard standsAtEdges else { return layout.frames(width: width, height: height) }
        return SheetColumn(in: width, .form, needed: 0).frames(height: height, captions: [0, 0])
    }
}

extension ModalSheet {
    /// Gives the sheet this look, even while it is open.
    func take(_ look: DialogLook) {
        standsAtEdges = look.standsAtEdges
        setLayout(size: look.layout.size, x: look.layout.x, y: look.layout.y)
        slideTime = look.slideTime
    }
}
