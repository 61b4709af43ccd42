/// Something to try out by hand, step by step.
///
/// An experiment is made when its slot is first pressed, and dropped when the slot is cleared. Its title and its steps
/// are all that the board needs:
///
/// ```swift
/// final class AxisExperiment: Experiment {
///     static let title = "Axis"
///     private let page: Page
///
///     init(on page: Page) { self.page = page }
///
///     static let steps: [Step<AxisExperiment>] = [
///         .normal("from 0 to 10") { $0.page.write("\(AxisScale(including: [10], ticks: 5).ticks)") }
///     ]
/// }
/// ```
///
/// Then add the type to ``Experiments``.
@MainActor
protocol Experiment: AnyObject {
    /// The title of its slot.
    static var title: String { get }
    /// The steps between creating and clearing: the normal ones, then those that are expected to fail.
    static var steps: [Step<Self>] { get }

    /// Creates the experiment, and puts its views on the slot's page.
    init(on page: Page) async throws

    /// Removes what would outlive the experiment, such as files; the slot empties the page itself.
    func clear() async
}

extension Experiment {
    /// Does nothing.
    func clear() async {}
}

/// One press of a slot's button.
struct Step<Subject: Experiment> {
    /// The title of the step in a few words; for an error, what is expected.
    let title: String
    /// The code of the expected reports; `nil` for a step that reports nothing.
    let expectedCode: String?
    let body: @MainActor (Subject) async throws -> Void

    /// Creates a step that is expected to succeed; an error that it throws is a fault.
    static func normal(_ title: String, _ body: @escaping @MainActor (Subject) async throws -> Void) -> Step {
        Step(title: title, expectedCode: nil, body: body)
    }

    /// Creates a step that does something wrong, which is expected to be reported with this code and no other.
    ///
    /// - Parameter title: what is expected.
    static func error(
        _ title: String, code: String, _ body: @escaping @MainActor (Subject) async throws -> Void
    ) -> Step {
        Step(title: title, expectedCode: code, body: body)
    }
}
