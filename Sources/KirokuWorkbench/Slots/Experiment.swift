/// Something that is tried out by hand, step by step.
///
/// An experiment is made when its slot is pressed for the first time, and dropped when the slot is cleared. Its title and
/// steps say all that the board needs:
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
/// Then the type is added to ``Experiments``.
@MainActor
protocol Experiment: AnyObject {
    /// What its slot is called.
    static var title: String { get }
    /// What happens between creating and clearing: the normal steps, then those that are to go wrong.
    static var steps: [Step<Self>] { get }

    /// Creates what is tried out, and puts it on the slot's page.
    init(on page: Page) async throws

    /// Takes back what would outlive the experiment, such as files; the page is emptied anyway.
    func clear() async
}

extension Experiment {
    /// Nothing would outlive it.
    func clear() async {}
}

/// One press of a slot's button.
struct Step<Subject: Experiment> {
    /// What it shows, in a few words.
    let title: String
    /// The code of the reports that are expected; `nil` for a step that reports nothing.
    let expectedCode: String?
    let body: @MainActor (Subject) async throws -> Void

    /// A step that is to go well; what it throws is a fault.
    static func normal(_ title: String, _ body: @escaping @MainActor (Subject) async throws -> Void) -> Step {
        Step(title: title, expectedCode: nil, body: body)
    }

    /// A step in which something is done wrong, and reported with this code and no other.
    ///
    /// - Parameter title: what is expected.
    static func error(
        _ title: String, code: String, _ body: @escaping @MainActor (Subject) async throws -> Void
    ) -> Step {
        Step(title: title, expectedCode: code, body: body)
    }
}
