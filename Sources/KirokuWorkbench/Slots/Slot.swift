import KirokuCore

/// A place on the board: it holds an experiment and runs its steps, one at each press.
@MainActor
final class Slot {
    /// From 1.
    let number: Int
    /// What the experiment is called; empty for a slot that waits for one.
    let title: String
    /// All that presses run, in order, from create to clear.
    let plan: [PlannedStep]
    /// What the experiment puts its views on.
    let page: Page
    /// What ran last; `nil` before the first press and after clear.
    private(set) var last: StepResult?
    /// Whether a step is under way; presses do nothing meanwhile.
    private(set) var isRunning = false

    private let make: @MainActor (Page) async throws -> (any Experiment)?
    private let log: WorkbenchLog
    private(set) var experiment: (any Experiment)?
    private var next = 0

    /// A slot for one kind of experiment.
    init<Subject: Experiment>(number: Int, for type: Subject.Type, log: WorkbenchLog) {
        self.number = number
        self.log = log
        title = type.title
        page = Page(name: type.title)
        plan = PlannedStep.plan(of: type)
        make = { try await type.init(on: $0) }
    }

    /// A slot for the next experiment.
    init(empty number: Int, log: WorkbenchLog) {
        self.number = number
        self.log = log
        title = ""
        page = Page(name: "")
        plan = []
        make = { _ in nil }
    }

    /// Whether there is something to run.
    var isEmpty: Bool { plan.isEmpty }

    /// Runs the next step.
    ///
    /// Returns what came of it; `nil` if the slot is empty or a step is under way.
    @discardableResult
    func press() async -> StepResult? {
        guard !isEmpty, !isRunning else { return nil }
        isRunning = true
        defer { isRunning = false }
        let step = plan[next]
        log.begin(step)
        do {
            try await run(step)
        } catch {
            Reports.error("KRK_WB_FAULT", "slot \(number), step \(data: step.number.description): \(error)")
        }
        let result = StepResult(step: step, codes: log.codesSinceBeginning)
        // Where nothing could be created, there is nothing to do but to clear.
        next = step.number == .create && experiment == nil ? plan.count - 1 : (next + 1) % plan.count
        last = step.number == .clear ? nil : result
        return result
    }

    private func run(_ step: PlannedStep) async throws {
        switch step.number {
        case .create:
            experiment = try await make(page)
        case .clear:
            await experiment?.clear()
            experiment = nil
            page.removeAll()
        default:
            guard let experiment else { throw ExperimentFault("there is no experiment") }
            try await step.body(experiment)
        }
    }
}

/// A step with its number, whatever the type of its experiment.
@MainActor
struct PlannedStep {
    let number: StepNumber
    let title: String
    let expectedCode: String?
    fileprivate let body: @MainActor (any Experiment) async throws -> Void

    /// All steps of a type, from create to clear; those that are to go wrong come after the others.
    fileprivate static func plan<Subject: Experiment>(of type: Subject.Type) -> [PlannedStep] {
        let normal = type.steps.filter { $0.expectedCode == nil }
        let errors = type.steps.filter { $0.expectedCode != nil }
        return [PlannedStep(number: .create, title: "created", expectedCode: nil) { _ in }]
            + normal.enumerated().map { PlannedStep($0.element, number: .normal($0.offset + 1)) }
            + errors.enumerated().map { PlannedStep($0.element, number: .error($0.offset + 1)) }
            + [PlannedStep(number: .clear, title: "cleared", expectedCode: nil) { _ in }]
    }

    private init<Subject: Experiment>(_ step: Step<Subject>, number: StepNumber) {
        self.init(number: number, title: step.title, expectedCode: step.expectedCode) { experiment in
            guard let subject = experiment as? Subject else { return }
            try await step.body(subject)
        }
    }

    private init(
        number: StepNumber, title: String, expectedCode: String?,
        body: @escaping @MainActor (any Experiment) async throws -> Void
    ) {
        self.number = number
        self.title = title
        self.expectedCode = expectedCode
        self.body = body
    }
}

/// What came of a step.
@MainActor
struct StepResult {
    let step: PlannedStep
    /// The codes of what was reported while it ran.
    let codes: [String]

    /// Whether just what was expected was reported: nothing, or for a step that is to go wrong, its code.
    var isAsExpected: Bool {
        guard let expected = step.expectedCode else { return codes.isEmpty }
        return !codes.isEmpty && codes.allSatisfy { $0 == expected }
    }
}
