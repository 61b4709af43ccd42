import Foundation
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuWorkbench

/// Each slot of the board through all its steps, as a person presses them.
final class SlotTests: GtkTestCase {
    @MainActor
    private struct Fixture {
        let log = WorkbenchLog(forwardingTo: { _ in })
        let board: Board
        let window: TestWindow

        init() {
            log.takeReports()
            board = Board(log: log)
            window = testWindow(board.widget, width: 900, height: 700)
        }

        /// Presses the slot once, and waits for what comes of it.
        func press(_ slot: Slot) throws -> StepResult {
            var result: StepResult?
            Task { result = await board.run(slot) }
            XCTAssertTrue(work(until: { result != nil }), "\(slot.title) hangs")
            workOff()
            return try XCTUnwrap(result)
        }

        func close() {
            window.destroy()
            workOff()
            Reports.send(to: Reports.writeToStandardError)
        }
    }

    func testEachStepReportsWhatIsExpectedAndNothingElse() throws {
        try onMain {
            let fixture = Fixture()
            for slot in fixture.board.slots where !slot.isEmpty {
                // A second time round is as good as the first.
                for _ in 0..<2 {
                    let before = fixture.log.lines.count
                    for step in slot.plan {
                        let result = try fixture.press(slot)
                        XCTAssertEqual(result.step.number, step.number, slot.title)
                        XCTAssertTrue(
                            result.isAsExpected, "\(slot.title), step \(step.number) reported \(result.codes)")
                    }
                    checkLog(Array(fixture.log.lines.dropFirst(before)), against: slot)
                }
            }
            fixture.close()
        }
    }

    func testNothingIsLeftAfterClear() throws {
        try onMain {
            let fixture = Fixture()
            for slot in fixture.board.slots where !slot.isEmpty {
                workOff()
                let closures = ClosureBoxes.live
                let widgets = slot.page.widget.visibleDescendants.count
                weak var experiment: (any Experiment)?
                for _ in slot.plan {
                    _ = try fixture.press(slot)
                    if let live = slot.experiment { experiment = live }
                }
                XCTAssertNil(slot.experiment)
                XCTAssertTrue(work(until: { experiment == nil }), "\(slot.title) is left")
                XCTAssertTrue(work(until: { ClosureBoxes.live == closures }), "\(slot.title) leaves closures")
                slot.page.widget.isVisible = true
                XCTAssertLessThanOrEqual(slot.page.widget.visibleDescendants.count, max(widgets, 2), slot.title)
                slot.page.widget.isVisible = false
                XCTAssertEqual(slot.page.text, "")
            }
            fixture.close()
        }
    }

    func testStepsAreNumberedAsTheLogHasThem() throws {
        try onMain {
            let fixture = Fixture()
            XCTAssertEqual(fixture.board.slots.count, 40)
            XCTAssertEqual(fixture.board.slots.map(\.number), Array(1...40))
            let slot = try XCTUnwrap(fixture.board.slots.first { $0.title == "Bar chart" })
            let numbers = slot.plan.map { $0.number.description }
            let normal = (1...10).map { "\($0)" }
            let errors = (101...105).map { "\($0)" }
            XCTAssertEqual(numbers, ["create"] + normal + errors + ["999"])
            for slot in fixture.board.slots where !slot.isEmpty {
                XCTAssertEqual(slot.plan.first?.number, .create)
                XCTAssertEqual(slot.plan.last?.number, .clear)
            }
            XCTAssertTrue(fixture.board.slots.contains { $0.isEmpty })
            fixture.close()
        }
    }

    func testSlotsCanBeUsedInTurn() throws {
        try onMain {
            let fixture = Fixture()
            let slots = fixture.board.slots.filter { !$0.isEmpty }.prefix(6)
            for round in 0..<3 {
                for slot in slots {
                    let result = try fixture.press(slot)
                    XCTAssertEqual(result.step.number, slot.plan[round].number)
                    XCTAssertTrue(result.isAsExpected)
                    XCTAssertTrue(slot.page.widget.isVisible)
                    XCTAssertEqual(slots.count { $0.page.widget.isVisible }, 1)
                }
            }
            fixture.close()
        }
    }

    func testTheWindowCanGoInTheMiddle() throws {
        try onMain {
            workOff()
            let closures = ClosureBoxes.live
            let folders = try scratchFolders()
            weak var board: Board?
            for presses in 1...4 {
                let fixture = Fixture()
                board = fixture.board
                for slot in fixture.board.slots where !slot.isEmpty {
                    for _ in 0..<presses { _ = try fixture.press(slot) }
                }
                fixture.close()
            }
            XCTAssertTrue(work(until: { board == nil }))
            XCTAssertTrue(work(until: { ClosureBoxes.live == closures }))
            XCTAssertEqual(try scratchFolders(), folders)
        }
    }

    func testAFaultIsReportedAndTheSlotGoesOn() {
        onMain {
            let fixture = Fixture()
            let slot = Slot(number: 1, for: FaultyExperiment.self, log: fixture.log)
            let board = fixture.board
            var results: [StepResult] = []
            Task {
                for _ in 0..<5 { if let result = await slot.press() { results.append(result) } }
            }
            XCTAssertTrue(work(until: { results.count == 5 }))
            XCTAssertEqual(results.map { $0.step.number.description }, ["create", "1", "101", "102", "999"])
            XCTAssertEqual(results.map(\.isAsExpected), [true, false, false, false, true])
            XCTAssertEqual(
                results.map(\.codes), [[], ["KRK_WB_FAULT"], ["KRK_WB_FAULT"], ["KRK_OTHER", "KRK_RIGHT"], []])
            _ = board
            fixture.close()
        }
    }

    func testAnExperimentThatCannotBeMadeIsCleared() {
        onMain {
            let fixture = Fixture()
            let slot = Slot(number: 1, for: ImpossibleExperiment.self, log: fixture.log)
            var numbers: [String] = []
            Task {
                for _ in 0..<3 {
                    if let result = await slot.press() { numbers.append(result.step.number.description) }
                }
            }
            XCTAssertTrue(work(until: { numbers.count == 3 }))
            XCTAssertEqual(numbers, ["create", "999", "create"])
            fixture.close()
        }
    }
}

/// Before the reports of each error stands its line, and besides there is nothing in the log.
@MainActor
private func checkLog(_ lines: [LogLine], against slot: Slot) {
    let errors = slot.plan.filter { $0.expectedCode != nil }
    let separators = errors.enumerated().map { "----------TEST-ERROR-\($0.offset + 1): \($0.element.title)" }
    var found: [String] = []
    for line in lines {
        switch line {
        case .separator(let text): found.append(text)
        case .report(let report):
            guard let current = found.indices.last else {
                XCTFail("\(slot.title): \(report.line)")
                continue
            }
            XCTAssertEqual(report.code, errors[current].expectedCode, "\(slot.title): \(report.line)")
        case .note(let text): XCTFail(text)
        }
    }
    XCTAssertEqual(found, separators, slot.title)
}

private func scratchFolders() throws -> [String] {
    let place = FileManager.default.temporaryDirectory.path
    return try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasPrefix("kiroku-workbench-") }
}

/// Throws where it must not, reports nothing where it must, and something else besides.
private final class FaultyExperiment: Experiment {
    static let title = "Faulty"

    init(on page: Page) {}

    static let steps: [Step<FaultyExperiment>] = [
        .error("nothing is refused", code: "KRK_RIGHT") { _ in try expectRefusal("KRK_RIGHT") {} },
        .error("another code", code: "KRK_RIGHT") { _ in
            Reports.error("KRK_OTHER", "a")
            Reports.error("KRK_RIGHT", "b")
        },
        .normal("a fault") { _ in try check(false, "this holds") },
    ]
}

private final class ImpossibleExperiment: Experiment {
    static let title = "Impossible"
    static let steps: [Step<ImpossibleExperiment>] = [.normal("never") { _ in }]

    init(on page: Page) throws { throw ExperimentFault("no") }
}
