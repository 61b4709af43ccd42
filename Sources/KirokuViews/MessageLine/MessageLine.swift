import GtkKit
import KirokuCore

/// A line that tells the user what happened.
///
/// The text is also the accessible name, and is announced to screen readers.
@MainActor
public final class MessageLine {
    /// The widget to put into a window.
    public let widget: Label
    /// The shown message; `nil` while the line is empty.
    public private(set) var message: Message?
    /// Called after the message has changed, also when it disappears by itself.
    var onChange: (() -> Void)?
    private let clock: AppClock
    /// Removes a passing message.
    private var timer: ClockTimer?
    private var room: Room?
    private var isGone = false

    private struct Room {
        let size: Int
        let width: Int
        let height: Int
    }

    /// Creates an empty line, which takes the remaining width.
    ///
    /// - Parameters:
    ///   - alignment: the position of the text in the line.
    ///   - lines: how many lines there may be at most.
    ///   - clock: the clock that times passing messages.
    public init(alignment: Alignment = .start, lines: Int = 1, clock: AppClock = .shared) {
        self.clock = clock
        widget = label(alignment: alignment)
        if lines > 1 { widget.setLines(atMost: lines) }
        widget.addStyleClass("kiroku-message")
        widget.setExpands(horizontally: true)
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.timer = nil
        }
    }

    /// Shows a message in the colour of its kind, or with `nil` nothing.
    ///
    /// The tooltip shows the whole text of a long message. Nothing happens if the line's window is gone.
    public func show(_ message: Message?) {
        guard !isGone else { return }
        if let kind = self.message?.kind { widget.removeStyleClass(kind.role.styleClass) }
        self.message = message
        if let kind = message?.kind { widget.addStyleClass(kind.role.styleClass) }
        widget.text = message?.text ?? ""
        widget.setTooltip(message?.text)
        refit()
        if let message { widget.announce(message.text) }
        let passes = message.map { $0.passes } ?? false
        timer = passes ? clock.after(MessageKind.timeout) { [weak self] in self?.show(nil) } : nil
        onChange?()
    }

    /// Fits the text into this room from now on (see `Label.fit`); all in pixels.
    func fit(size: Int, width: Int, height: Int) {
        room = Room(size: size, width: width, height: height)
        refit()
    }

    private func refit() {
        if let room, !isGone { widget.fit(size: room.size, width: room.width, height: room.height) }
    }
}

/// A line of text for the user, and its kind.
public struct Message: Sendable, Hashable {
    /// The text, in the user's language.
    public let text: String
    /// The kind, which says whether the user must do something.
    public let kind: MessageKind
    /// Whether the message disappears after ``MessageKind/timeout``, instead of staying until the next one.
    public let passes: Bool

    /// Creates a message; by default plain text that stays.
    public init(_ text: String, _ kind: MessageKind = .normal, passes: Bool = false) {
        self.text = text
        self.kind = kind
        self.passes = passes
    }
}

extension MessageKind {
    var role: ColorRole {
        switch self {
        case .normal: .normal
        case .ok: .ok
        case .caution: .caution
        case .error: .error
        }
    }

    /// The icon beside the message.
    var icon: String {
        switch self {
        case .normal: "dialog-information-symbolic"
        case .ok: "emblem-ok-symbolic"
        case .caution: "dialog-warning-symbolic"
        case .error: "dialog-error-symbolic"
        }
    }
}

extension Symbol {
    /// Shows the icon of a message of this kind, in its colour, or nothing.
    @MainActor
    func show(_ kind: MessageKind?) {
        for kind in MessageKind.allCases { removeStyleClass(kind.role.styleClass) }
        setIcon(kind?.icon)
        if let kind { addStyleClass(kind.role.styleClass) }
    }
}
