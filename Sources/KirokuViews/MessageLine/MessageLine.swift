import GtkKit
import KirokuCore

/// One line in which a view tells the user what happened.
///
/// The text is also its accessible name, and is announced to screen readers as it comes.
@MainActor
public final class MessageLine {
    /// To be put into a window.
    public let widget: Label
    /// What is shown now; `nil` while the line is empty.
    public private(set) var message: Message?
    private let clock: AppClock
    /// Takes back a message that is not to stay.
    private var timer: ClockTimer?
    private var room: Room?
    private var isGone = false

    private struct Room {
        let size: Int
        let width: Int
        let height: Int
    }

    /// An empty line, which takes the width that is left over.
    ///
    /// - Parameters:
    ///   - alignment: where the text stands in the line.
    ///   - clock: by which messages that do not stay are timed.
    public init(alignment: Alignment = .start, clock: AppClock = .shared) {
        self.clock = clock
        widget = label(alignment: alignment)
        widget.addStyleClass("kiroku-message")
        widget.setExpands(horizontally: true)
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.timer = nil
        }
    }

    /// Shows a message in the colour of its kind, or with `nil` nothing.
    ///
    /// A long one can be read whole in the tooltip. Nothing happens if the line's window has gone.
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
    }

    /// Has the text fit this room from now on (see `Label.fit`); all in pixels.
    func fit(size: Int, width: Int, height: Int) {
        room = Room(size: size, width: width, height: height)
        refit()
    }

    private func refit() {
        if let room, !isGone { widget.fit(size: room.size, width: room.width, height: room.height) }
    }
}

/// A line of text for the user, and what kind of news it is.
public struct Message: Sendable, Hashable {
    /// What the user reads, in the user's language.
    public let text: String
    /// Whether all is well, or there is something to look at or to mend.
    public let kind: MessageKind
    /// Whether it disappears after ``MessageKind/timeout``, rather than stay until the next one.
    public let passes: Bool

    /// A message; without a kind it is plain text, which stays.
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
}
