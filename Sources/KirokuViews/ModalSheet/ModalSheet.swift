import GtkKit
import KirokuCore
import KirokuPresentation

/// A view as large as the window that slides over everything in it and carries any other view.
///
/// ```swift
/// let sheet = ModalSheet(over: host, name: localized("Preferences"), content: rows)
/// sheet.onOK = { [weak sheet] in try? sheet?.close() }
/// try sheet.open()
/// ```
///
/// Cancel closes it. OK calls ``onOK`` and does not close it, so that the sheet can say what is missing. Esc is Cancel
/// and Enter is OK, as long as nothing in the content wants these keys for itself; Ctrl+Enter is OK wherever the focus is.
/// Tab stays inside.
///
/// What is under the sheet is inert from ``open()`` to ``close()``. Then it has the focus back, where that was, and can
/// be operated at once; it is the sheet that is inert while it slides out. A sheet that is opened on its way down turns
/// round, and so does one that is closed on its way up.
///
/// While the sheet is on the screen its host keeps it; otherwise it lives, with its content, as long as the caller keeps
/// it. A second sheet can be opened over the first.
@MainActor
public final class ModalSheet {
    /// Called when OK is pressed; the sheet stays open.
    public var onOK: (() -> Void)?
    /// Asked when Cancel is pressed: false keeps the sheet as it is.
    public var mayCancel: (() -> Bool)?
    /// Called when Cancel is pressed, before the sheet closes.
    public var onCancel: (() -> Void)?
    /// Called when it is closed, before it has slid out, or when its window has gone.
    ///
    /// What it covered can be operated by then, and another sheet can be opened at once.
    public var onClosed: (() -> Void)?
    /// Where it is.
    public private(set) var state = State.closed
    /// How long the whole way up or down takes; half a second at first.
    public var slideTime = SlideTime.usual
    /// How large the buttons are, and where.
    public var layout: SheetLayout { parts.layout }

    let surface: DialogSurface
    let shield = GtkKit.shield()
    let parts: SheetParts
    weak var host: SheetHost?
    var keys: WindowKeys?
    /// The key that opened the sheet, as long as it is held: its repeats are ignored.
    var openingKey: Int?
    private let owned: [ObjectRef]
    private var slide = SheetSlide()
    private var ticks: FrameTicks?
    /// Whether there is nothing to decide in it, so that Enter closes it even if it has controls, such as links.
    public var onlyTells = false
    private var focusTrail = FocusTrail()

    /// Where a sheet is.
    public enum State: Sendable, Hashable {
        /// Not on the screen.
        case closed
        /// On its way up; it can be operated already.
        case opening
        /// In its place.
        case open
        /// On its way down; what it covered can be operated already.
        case closing
    }

    /// A sheet that is closed.
    ///
    /// - Parameters:
    ///   - host: what it slides over.
    ///   - name: what a screen reader calls the dialog.
    ///   - content: gets the room above the buttons, and scrolls where that is too small. All in it is made visible;
    ///     what is to appear later is hidden after this.
    ///   - clock: by which messages that do not stay are timed.
    public init(over host: SheetHost, name: String, content: some Widget, clock: AppClock = .shared) {
        self.host = host
        parts = SheetParts(content: content, clock: clock)
        surface = dialogSurface(name: name, content: parts.widget)
        owned = [ObjectRef(adopting: surface.object), ObjectRef(adopting: shield.object)]
        surface.addStyleClass("kiroku-sheet")
        parts.cancel.onPress { [weak self] in self?.pressCancel() }
        parts.ok.onPress { [weak self] in self?.pressOK() }
        surface.onUnmap { [weak self] in
            guard let self, ticks != nil else { return }
            arrive()
        }
        surface.onStyleChange { [weak self] in self?.parts.fitTexts() }
        parts.widget.showAll()
    }

    /// Whether it is in its place or on its way there.
    public var isOpen: Bool { state == .open || state == .opening }

    // MARK: How it looks

    /// Sets all three steps of the layout, also while the sheet is open.
    public func setLayout(size: SheetButtonSize, x: SheetXPosition, y: SheetYPosition) {
        parts.layout = SheetLayout(size: size, x: x, y: y)
    }

    /// Sets what a screen reader calls the dialog.
    public func setName(_ name: String) { surface.accessibleName = name }

    /// Sets the captions of the buttons; an underscore before a letter makes it the mnemonic.
    public func setCaptions(cancel: String, ok: String) {
        parts.setCaptions(cancel: cancel, ok: ok)
    }

    /// Shows a message below the buttons, or with `nil` takes it back.
    public func show(_ message: Message?) { parts.messageLine.show(message) }

    /// Sets how long the whole way up or down takes.
    ///
    /// - Parameter seconds: 0.1 to 5.
    /// - Throws: ``SlideTimeError`` for any other number; the time stays as it was.
    public func setSlideTime(_ seconds: Double) throws(SlideTimeError) {
        do throws(SlideTimeError) {
            slideTime = try SlideTime(seconds: seconds)
        } catch {
            Reports.error("KRK_SH_ST", "slide time out of range: \(seconds)")
            throw error
        }
    }

    // MARK: Opening and closing

    /// Slides the sheet up, and moves the focus to the content's first control.
    ///
    /// - Throws: ``SheetError`` if it is open already or its window has gone.
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

    /// Slides the sheet down, and gives the focus back.
    ///
    /// - Throws: ``SheetError/isClosed`` if it is closed or being closed already.
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

    /// Which part of it shows, from 0 to 1.
    var shownPart: Double { slide.shownPart }

    private func begin(up: Bool) {
        slide.turn(up: up)
        guard Animations.areEnabled, surface.isMapped else { return arrive() }
        guard ticks == nil else { return }
        ticks = FrameTicks(of: surface) { [weak self] time in self?.step(to: time) ?? false }
    }

    /// Advances by a frame; returns whether there are more.
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

    /// Has arrived.
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

    /// The window was destroyed, with the sheet in it.
    func windowHasGone() {
        let wasOpen = isOpen
        ticks = nil
        keys = nil
        slide = SheetSlide()
        state = .closed
        if wasOpen { onClosed?() }
    }

    // MARK: What its buttons do

    /// Moves the focus to OK, so that Enter presses it.
    public func focusOK() { parts.ok.grabFocus() }

    func pressCancel() {
        guard isOpen, mayCancel?() ?? true else { return }
        onCancel?()
        // The call may have closed it.
        if isOpen { try? close() }
    }

    func pressOK() {
        guard isOpen else { return }
        // The number that is being typed counts, also if the focus stays where it is.
        surface.focusInWindow?.commitNumber()
        if let onOK { return onOK() }
        show(Message(localized("Internal error: no action is set for the OK button."), .error))
        Reports.error("KRK_SH_OK", "no action is set for the OK button")
    }

    /// Lays the parts out in a window of this size.
    func arrange(width: Int, height: Int) { parts.arrange(width: width, height: height) }
}

/// A call that the sheet's state does not allow; the state is unchanged.
public enum SheetError: Error, Sendable, Hashable {
    /// It is open, or on its way up.
    case isOpen
    /// It is closed, or on its way down.
    case isClosed
    /// The window that it was made for has gone.
    case windowIsGone
}
