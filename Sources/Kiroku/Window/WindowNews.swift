import KirokuCore
import KirokuViews

/// What has come from outside while the document was open: it is beside the message line, so that no message about a
/// cell replaces it.
@MainActor
final class WindowNews {
    /// Called when there is something else to show.
    var onChange: (() -> Void)?
    /// What others have changed lately; `nil` if that has been shown for long enough.
    private(set) var changes: OthersChanges?
    private(set) var message: Message?
    private let clock: AppClock
    private var timer: ClockTimer?

    /// How long news stays, in seconds: as long as the user may look away from the screen.
    private static let time = 60.0

    init(clock: AppClock = .shared) {
        self.clock = clock
    }

    /// Announces what others have changed, together with what they have changed lately.
    func announce(_ new: OthersChanges, in table: RecordTable) {
        let all = changes.map { $0.joined(with: new, in: table) } ?? new
        guard let text = all.text else { return }
        changes = all
        show(Message(text))
    }

    /// Announces anything else.
    func announce(_ message: Message) {
        changes = nil
        show(message)
    }

    /// The news are still of use.
    func stay() { show(message) }

    /// Ends the news.
    func end() {
        changes = nil
        show(nil)
    }

    private func show(_ message: Message?) {
        self.message = message
        timer = message.flatMap { _ in clock.after(Self.time) { [weak self] in self?.end() } }
        onChange?()
    }
}
