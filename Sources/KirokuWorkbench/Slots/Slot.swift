import KirokuCore

/// A place on the board, which holds an experiment and runs one of its steps at each press.
@MainActor
final class Slot {
    /// The number of the slot, from 1.
    let number: Int
    /// The title of the experiment; empty if there is none.
    let title: String
    /// The steps for the presses, in order, from create to clear.
    let plan: [PlannedStep]
    /// The page for the experiment's views.
    let page: Page
    /// The last step's result; `nil` before the first press and after clear.
    private(set) var last: StepResult?
    /// Whether a step is under way; presses then do nothing.
    private(set) var isRunning = false

    private let make: @MainActor (Page) async throws -> (any Experiment)?
    private let log: WorkbenchLog
    private(set) var experiment: (any Experiment)?
    private var next = 0

    /// Creates a slot for one type of experiment.
    init<Subject: Experiment>(number: Int, for type: Subject.Type, log: WorkbenchLog) {
        self.number = number
        self.log = log
        title = type.title
        page = Page(name: type.title)
        plan = PlannedStep.plan(of: type)
        make = { try await type.init(on: $0) }
    }

    /// Creates an empty slot for a future experiment.
    init(empty number: Int, log: WorkbenchLog) {
        self.number = number
        self.log = log
        title = ""
        page = Page(name: "")
        plan = []
        make = { _ in nil }
    }

    /// Whether the slot has no experiment.
    var isEmpty: Bool { plan.isEmpty }

    /// Runs the next step.
    ///
    /// Returns its result; `nil` if the slot is empty or a step is under way.
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
        // If the experiment could not be created, only clear is left to run.
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

/// A step with its number, independent of the type of its experiment.
@MainActor
struct PlannedStep {
    let number: StepNumber
    let title: String
    let expectedCode: String?
    fileprivate let body: @MainActor (any Experiment) async throws -> Void

    /// All steps of a type, from create to clear; those that are expected to fail follow the others.
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

/// The result of a step.
@MainActor
struct StepResult {
    let step: PlannedStep
    /// The codes of the reports while the step ran.
    let codes: [String]

    /// Whether the reports are as expected: none, or all with the expected code.
    var isAsExpected: Bool {
        guard let expected = step.expectedCode else { return codes.isEmpty }
        return !codes.isEmpty && codes.allSatisfy { $0 == expected }
    }
}
