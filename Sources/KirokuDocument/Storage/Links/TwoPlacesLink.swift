import FoundationEssentials
import Synchronization

/// A link that saves to two places and loads from the first.
///
/// ```swift
/// let stick = TextFileLink(path: "/media/stick/notes.txt")
/// let link = TwoPlacesLink(notes, stick, onceADay: .second)
/// try link.save("Closed on Tuesdays.")  // also if the stick is unplugged
/// try link.loadSecond()                 // what the stick has
/// ```
///
/// A failure in one place does not keep the other from being saved to: an error of the first is thrown after the second
/// has been saved to, and one of the second is reported. Both places can be changed at any time.
public final class TwoPlacesLink<Contents: Sendable>: StorageLink {
    /// One of the two places.
    public enum Place: Sendable, Hashable {
        /// The place to load from.
        case first
        /// The place that is also saved to.
        case second
    }

    private struct State: Sendable {
        var first: any StorageLink<Contents>
        var second: (any StorageLink<Contents>)?
        /// When the place that is saved to once a day was last saved to, if it does not tell.
        var saved: Date?
        /// The error of the last save to the second place.
        var failure: StorageError?
    }

    /// The place that only gets the first save of each day; `nil` for none.
    public let onceADay: Place?
    private let clock: AppClock
    private let state: Mutex<State>
    /// Held while saving to both, so that both end up with the same contents.
    private let saving = Mutex(())

    /// - Parameters:
    ///   - first: where the contents are saved, and loaded from.
    ///   - second: where they are saved as well; `nil` for nowhere until ``second`` is set.
    ///   - onceADay: the place that is saved to only once on each day of the user's calendar.
    ///   - clock: determines the day.
    public init(
        _ first: any StorageLink<Contents>, _ second: (any StorageLink<Contents>)? = nil, onceADay: Place? = nil,
        clock: AppClock = .shared
    ) {
        self.onceADay = onceADay
        self.clock = clock
        state = Mutex(State(first: first, second: second))
    }

    /// Where the contents are saved, and loaded from.
    public var first: any StorageLink<Contents> {
        get { state.withLock { $0.first } }
        set {
            state.withLock {
                $0.first = newValue
                if onceADay == .first { $0.saved = nil }
            }
        }
    }

    /// Where they are saved as well; `nil` for nowhere.
    public var second: (any StorageLink<Contents>)? {
        get { state.withLock { $0.second } }
        set {
            state.withLock {
                $0.second = newValue
                $0.failure = nil
                if onceADay == .second { $0.saved = nil }
            }
        }
    }

    /// The error of the last save to the second place; `nil` if it succeeded.
    public var secondFailure: StorageError? { state.withLock { $0.failure } }

    /// The contents of the first place.
    public func load() throws(StorageError) -> Contents { try first.load() }

    /// The contents of the second place.
    ///
    /// - Throws: ``StorageError``, ``StorageError/unsupported`` if there is no second place.
    public func loadSecond() throws(StorageError) -> Contents {
        guard let second else { throw .unsupported }
        return try second.load()
    }

    /// Saves to both places, except to a ``onceADay`` place that was already saved to today.
    ///
    /// - Throws: the error of the first place, or that of the second if the first is not saved to today.
    public func save(_ contents: Contents) throws(StorageError) {
        var failures: [Place: StorageError] = [:]
        let places = saving.withLock { _ in
            let places: [(place: Place, link: any StorageLink<Contents>)] =
                [(.first, first)] + (second.map { [(.second, $0)] } ?? [])
            let due = places.filter { isDue($0.place, $0.link) }
            for (place, link) in due {
                do throws(StorageError) {
                    try link.save(contents)
                    if place == onceADay { state.withLock { $0.saved = clock.now } }
                } catch {
                    failures[place] = error
                }
            }
            return due.map(\.place)
        }
        if places.contains(.second) { reportIfNew(failures[.second]) }
        if let failure = failures[.first] ?? (places.contains(.first) ? nil : failures[.second]) { throw failure }
    }

    /// Copies the contents of the first place to the second, such as after the second was set.
    ///
    /// Errors are reported (``secondFailure``).
    public func catchUp() {
        guard let contents = try? load() else { return }
        saving.withLock { _ in
            guard let second, isDue(.second, second) else { return }
            do throws(StorageError) {
                try second.save(contents)
                if onceADay == .second { state.withLock { $0.saved = clock.now } }
                reportIfNew(nil)
            } catch {
                reportIfNew(error)
            }
        }
    }

    /// The contents that ship with the app, from the first place.
    public func loadDefault() throws(StorageError) -> Contents { try first.loadDefault() }

    private func isDue(_ place: Place, _ link: any StorageLink<Contents>) -> Bool {
        guard place == onceADay else { return true }
        guard let saved = (link as? any KnowsWhenSaved)?.savedAt ?? state.withLock({ $0.saved }) else { return true }
        let (then, now) = (LocalTime(saved), LocalTime(clock.now))
        return (then.year, then.month, then.day) != (now.year, now.month, now.day)
    }

    /// Reports an error of the second place, unless it is already known or only says that the place cannot be saved to.
    private func reportIfNew(_ failure: StorageError?) {
        let isNew = state.withLock { state in
            defer { state.failure = failure }
            return failure != nil && failure != state.failure
        }
        if let failure, isNew, failure != .unsupported {
            Reports.error("KRK_ST_SP", "nothing is saved to the second place: \(failure)")
        }
    }
}

extension TwoPlacesLink: KeepsAside {
    /// Moves the contents of the first place aside.
    ///
    /// - Throws: what the first place throws; ``StorageError/notFound(path:)`` if it cannot keep anything aside.
    public func keepAside() throws(StorageError) -> String {
        guard let first = first as? any KeepsAside else { throw .notFound(path: "") }
        return try first.keepAside()
    }
}

/// A link that knows when its contents were saved.
public protocol KnowsWhenSaved: Sendable {
    /// When the contents were last saved; `nil` if never, or unknown.
    var savedAt: Date? { get }
}

extension FileLink: KnowsWhenSaved {
    /// When the file was last written, by any program.
    public var savedAt: Date? { FileStamp(path)?.time }
}
