import GtkKit
import KirokuCore
import KirokuPresentation

/// A view that slides over everything in the window, fills it, and carries any other view.
///
/// ```swift
/// let sheet = ModalSheet(over: host, name: localized("Preferences"), content: rows)
/// sheet.onOK = { [weak sheet] in try? sheet?.close() }
/// try sheet.open()
/// ```
///
/// Cancel closes the sheet. OK calls ``onOK`` and does not close it, so that the sheet can show what is missing. Esc
/// means Cancel and Enter means OK, unless the content uses these keys; Ctrl+Enter means OK wherever the focus is. Tab
/// stays inside. Keys act immediately, even while it slides; if its content takes time, ``keepKeys()`` holds them.
///
/// From ``open()`` to ``close()``, everything under the sheet is inert. On closing, the focus returns to where it was,
/// and the covered content is usable immediately, while the sheet is inert and slides out. Opening a sheet that is
/// sliding down, or closing one that is sliding up, reverses it.
///
/// The host keeps the sheet while it is on the screen; otherwise the sheet and its content live as long as the caller
/// keeps the sheet. A second sheet can be opened over the first.
@MainActor
public final class ModalSheet {
    /// Called when the user presses OK; the sheet stays open.
    public var onOK: (() -> Void)?
    /// Called when the user presses Cancel; if it returns false, the sheet stays open.
    public var mayCancel: (() -> Bool)?
    /// Called when the user presses Cancel, before the sheet closes.
    public var onCancel: (() -> Void)?
    /// Called when the sheet is closed, before it has slid out, or when its window is gone.
    ///
    /// By then, everything it covered is usable, and another sheet can be opened.
    public var onClosed: (() -> Void)?
    /// Whether the sheet is on the screen, or on its way.
    public private(set) var state = State.closed
    /// How much it covers what lies below it, from 0, not at all, to 1; 0.95 at first.
    public var opacity = 0.95 { didSet { surface.setGround(opacity: opacity) } }
    /// The duration of a full slide up or down; half a second by default.
    public var slideTime = SlideTime.usual
    /// The size and position of the buttons.
    public var layout: SheetLayout { parts.layout }
    /// Whether the buttons are at the edges of the column, if there is one, instead of at the steps of ``layout``.
    public var standsAtEdges: Bool {
        get { parts.standsAtEdges }
        set { parts.standsAtEdges = newValue }
    }
    /// Whether OK can be pressed now; if not, Enter does nothing.
    public var canOK = true { didSet { parts.ok.isSensitive = canOK } }
    /// Whether there is an OK button; a sheet without one has only answers to choose from.
    public var hasOK: Bool {
        get { parts.hasOK }
        set { parts.hasOK = newValue }
    }

    let surface: DialogSurface
    let shield = GtkKit.shield()
    let parts: SheetParts
    weak var host: SheetHost?
    var keys: WindowKeys?
    /// The code of the key that opened the sheet, while it is held: its repeats are ignored.
    var openingKey: Int?
    /// Whether keys are held for content that is not ready yet.
    var keepsKeys = false
    let keptKeys = KeptKeys()
    private let owned: [ObjectRef]
    private var slide = SheetSlide()
    private var ticks: FrameTicks?
    /// Whether there is nothing to decide in the sheet, so that Enter closes it even if it has controls, such as links.
    public var onlyTells = false
    private var focusTrail = FocusTrail()

    /// Whether a sheet is on the screen, or on its way.
    public enum State: Sendable, Hashable {
        /// Not on the screen.
        case closed
        /// On its way up; it can be used already.
        case opening
        /// In its place.
        case open
        /// On its way down; what it covered is already usable.
        case closing
    }

    /// Creates a closed sheet.
    ///
    /// - Parameters:
    ///   - host: the host that the sheet slides over.
    ///   - name: the name of the dialog for screen readers.
    ///   - content: the view above the buttons, which scrolls if there is not enough room. Everything in it is made
    ///     visible; hide parts that should appear later after this call.
    ///   - column: the width of the centred column with the content, with messages between it and the buttons; `nil`
    ///     for content over the whole width, with messages below the buttons.
    ///   - clock: the clock that times passing messages.
    public init(
        over host: SheetHost, name: String, content: some Widget, column: SheetColumn.Width? = nil,
        clock: AppClock = .shared
    ) {
        self.host = host
        parts = SheetParts(content: content, column: column, clock: clock)
        surface = dialogSurface(name: name, content: parts.widget)
        owned = [ObjectRef(adopting: surface.object), ObjectRef(adopting: shield.object)]
        surface.addStyleClass("kiroku-sheet")
        surface.setGround(opacity: opacity)
        parts.cancel.onPress { [weak self] in self?.pressCancel() }
        parts.ok.onPress { [weak self] in self?.pressOK() }
        surface.onUnmap { [weak self] in
            guard let self, ticks != nil else { return }
            arrive()
        }
        surface.onStyleChange { [weak self] in self?.parts.styleChanged() }
        parts.widget.showAll()
    }

    /// Whether the sheet is open or on its way up.
    public var isOpen: Bool { state == .open || state == .opening }

    // MARK: Looks

    /// Sets all three steps of the layout, also while the sheet is open.
    public func setLayout(size: SheetButtonSize, x: SheetXPosition, y: SheetYPosition) {
        parts.layout = SheetLayout(size: size, x: x, y: y)
    }

    /// Sets the name of the dialog for screen readers.
    public func setName(_ name: String) { surface.accessibleName = name }

    /// Sets the captions of the buttons; an underscore before a letter makes it the mnemonic.
    public func setCaptions(cancel: String, ok: String) {
        parts.setCaptions(cancel: cancel, ok: ok)
    }

    /// Adds a third answer in the row of buttons, or replaces the existing one.
    ///
    /// - Parameters:
    ///   - caption: the caption of its button; an underscore before a letter makes it the mnemonic.
    ///   - destroys: whether it cannot be undone: it is then red and comes last, and Enter does not press it unless it
    ///     has the focus. Otherwise it is between Cancel and OK.
    ///   - pressed: called when the user presses it; the sheet stays open.
    public func setExtra(_ caption: String, destroys: Bool, pressed: @escaping @MainActor () -> Void) {
        parts.setExtra(caption, destroys: destroys) { [weak self] in
            if self?.isOpen == true { pressed() }
        }
    }

    /// Shows a message, or with `nil` removes it.
    public func show(_ message: Message?) { parts.messageLine.show(message) }

    /// Sets the duration of a full slide up or down.
    ///
    /// - Parameter seconds: 0.1 to 5.
    /// - Throws: ``SlideTimeError`` for any other number; the time does not change.
    public func setSlideTime(_ seconds: Double) throws(SlideTimeError) {
        do throws(SlideTimeError) {
            slideTime = try SlideTime(seconds: seconds)
        } catch {
            Reports.error("KRK_SH_ST", "slide time out of range: \(seconds)")
            throw error
        }
    }

    // MARK: Opening and closing

    /// Slides the sheet up and moves the focus to the content's first control.
    ///
    /// - Throws: ``SheetError`` if the sheet is open already or its window is gone.
    public func open() throws(SheetError) {
        guard let host, !host.isGone else { throw reported(.windowIsGone, "KRK_SH_OP", "the window has gone") }
        guard !isOpen else { throw reported(.isOpen, "KRK_SH_OP", "the sheet is open already") }
        host.closePopover()
        focusTrail = host.focusTrail.continued(by: host.openSheet?.focusTrail)
        openingKey = KeyEvent.codeBeingPressed
        if state == .closed { host.put(self) }
        state = .opening
        host.updateSensitivity()
        takeKeys(in: host)
        begin(up: true)
        focusFirst(in: host)
    }

    /// Slides the sheet down and gives the focus back.
    ///
    /// - Throws: ``SheetError/isClosed`` if the sheet is closed or closing already.
    public func close() throws(SheetError) {
        guard isOpen, let host else { throw reported(.isClosed, "KRK_SH_CL", "the sheet is closed already") }
        let wasOnTop = host.openSheet === self
        state = .closing
        keys?.stop()
        keys = nil
        host.updateSensitivity()
        if wasOnTop { host.restoreFocus(along: focusTrail) }
        begin(up: false)
        onClosed?()
    }

    private func reported(_ error: SheetError, _ code: String, _ text: ReportText) -> SheetError {
        Reports.error(code, text)
        return error
    }

    // MARK: Sliding

    /// The visible part of the sheet, from 0 to 1.
    var shownPart: Double { slide.shownPart }

    private func begin(up: Bool) {
        slide.turn(up: up)
        guard Animations.areEnabled, surface.isMapped else { return arrive() }
        guard ticks == nil else { return }
        ticks = FrameTicks(of: surface) { [weak self] time in self?.step(to: time) ?? false }
    }

    /// Advances by a frame; returns whether the slide continues.
    private func step(to time: Double) -> Bool {
        guard Animations.areEnabled else {
            arrive()
            return false
        }
        slide.advance(to: time, time: slideTime.seconds)
        host?.widget.placesChanged()
        guard slide.isDone else { return true }
        arrive()
        return false
    }

    /// Ends the slide in its final position.
    private func arrive() {
        ticks?.stop()
        ticks = nil
        slide.finish()
        host?.widget.placesChanged()
        if slide.isUp {
            state = .open
        } else {
            state = .closed
            show(nil)
            host?.take(self)
        }
    }

    /// Ends everything after the window was destroyed with the sheet in it.
    func windowHasGone() {
        let wasOpen = isOpen
        ticks = nil
        keys = nil
        slide = SheetSlide()
        state = .closed
        if wasOpen { onClosed?() }
    }

    // MARK: Buttons

    /// Moves the focus to OK, or to Cancel if there is no OK, so that Enter presses it.
    public func focusOK() { (hasOK ? parts.ok : parts.cancel).grabFocus() }

    /// Moves the focus to Cancel, so that Enter presses it: for a question that appears on its own while the user may
    /// be typing.
    public func focusCancel() { parts.cancel.grabFocus() }

    func pressCancel() {
        guard isOpen, mayCancel?() ?? true else { return }
        onCancel?()
        // The call may have closed the sheet.
        if isOpen { try? close() }
    }

    func pressOK() {
        guard isOpen else { return }
        guard hasOK else { return pressCancel() }
        guard canOK else { return }
        // A number that is still being typed counts, even if the focus stays where it is.
        surface.focusInWindow?.commitNumber()
        if let onOK { return onOK() }
        show(Message(localized("Internal error: no action is set for the OK button."), .error))
        Reports.error("KRK_SH_OK", "no action is set for the OK button")
    }

    /// Lays the parts out in a window of this size.
    func arrange(width: Int, height: Int) { parts.arrange(width: width, height: height) }
}

/// A call that the sheet's state does not allow; the state does not change.
public enum SheetError: Error, Sendable, Hashable {
    /// The sheet is open, or on its way up.
    case isOpen
    /// The sheet is closed, or on its way down.
    case isClosed
    /// The window of the sheet is gone.
    case windowIsGone
}
