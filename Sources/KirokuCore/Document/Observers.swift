/// Those who want to be told.
///
/// An observation ends when its token goes.
@MainActor
package final class Observers<Event> {
    private var bodies: [(token: Weak, body: @MainActor (Event) -> Void)] = []

    package init() {}

    package func add(_ body: @escaping @MainActor (Event) -> Void) -> Observation {
        let observation = Observation()
        bodies.append((Weak(observation: observation), body))
        return observation
    }

    package func notify(_ event: Event) {
        bodies.removeAll { $0.token.observation == nil }
        for (token, body) in bodies where token.observation != nil { body(event) }
    }

    private struct Weak {
        weak var observation: Observation?
    }
}

/// Keeps an observer registered as long as it lives.
public final class Observation: Sendable {}
