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
    public var onChange: (() -> Void)?
    private let clock: AppClock
    private let endsGoodNews: Bool
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
    ///   - lines: the largest number of lines.
    ///   - endsGoodNews: whether good news disappear after ``MessageKind/goodNewsTimeout``, unless the message stays.
    ///   - clock: the clock that times passing messages.
    public init(
        alignment: Alignment = .start, lines: Int = 1, endsGoodNews: Bool = false, clock: AppClock = .shared
    ) {
        self.clock = clock
        self.endsGoodNews = endsGoodNews
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
    /// The tooltip shows the whole text of a long message. Does nothing if the line's window is gone.
    public func show(_ message: Message?) {
        guard !isGone else { return }
        if let kind = self.message?.kind { widget.removeStyleClass(kind.role.styleClass) }
        self.message = message
        if let kind = message?.kind { widget.addStyleClass(kind.role.styleClass) }
        widget.text = message?.text ?? ""
        widget.setTooltip(message?.text)
        refit()
        if let message { widget.announce(message.text) }
        timer = message.flatMap(lifetime).map { clock.after($0) { [weak self] in self?.show(nil) } }
        onChange?()
    }

    /// Removes good news, because something else begins.
    public func endGoodNews() {
        if let message, message.kind == .ok, !message.stays { show(nil) }
    }

    /// The number of seconds after which a message disappears; `nil` if it stays.
    private func lifetime(of message: Message) -> Double? {
        if message.passes { return MessageKind.timeout }
        return endsGoodNews && message.kind == .ok && !message.stays ? MessageKind.goodNewsTimeout : nil
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
    /// The kind, which shows whether the user must do something.
    public let kind: MessageKind
    /// Whether the message disappears after ``MessageKind/timeout``, instead of staying until the next one.
    public let passes: Bool
    /// Whether even good news stay until the next message, because buttons beside them are about them.
    public let stays: Bool

    /// Creates a message; by default plain text.
    public init(_ text: String, _ kind: MessageKind = .normal, passes: Bool = false, stays: Bool = false) {
        self.stays = stays
        self.text = text
        self.kind = kind
        self.passes = passes
    }
}

extension MessageKind {
    /// The colour of a message of this kind.
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
    public func show(_ kind: MessageKind?) {
        for kind in MessageKind.allCases { removeStyleClass(kind.role.styleClass) }
        setIcon(kind?.icon)
        if let kind { addStyleClass(kind.role.styleClass) }
    }
}
