/// Observers of something, such as of a ``TableModel``.
@MainActor
public final class Observers<Event> {
    private var bodies: [(token: Weak, body: @MainActor (Event) -> Void)] = []

    /// No observers yet.
    public init() {}

    /// Adds an observer, which is called as long as the returned observation exists.
    public func add(_ body: @escaping @MainActor (Event) -> Void) -> Observation {
        let observation = Observation()
        bodies.append((Weak(observation: observation), body))
        return observation
    }

    /// Calls all observers, in the order in which they were added.
    public func notify(_ event: Event) {
        bodies.removeAll { $0.token.observation == nil }
        for (token, body) in bodies where token.observation != nil { body(event) }
    }

    private struct Weak {
        weak var observation: Observation?
    }
}

/// Keeps an observer registered as long as it lives.
public final class Observation: Sendable {}
