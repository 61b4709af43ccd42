import GtkKit
import KirokuCore
import KirokuViews

/// Forty buttons, one for each experiment; the stage on which the experiments show their views; and the log.
@MainActor
final class Board {
    static let title = "Kiroku workbench"
    static let slotCount = 40
    private static let columns = 8

    /// The whole content of the window, header bar included.
    let widget = column()
    /// All slots, including empty ones, in the order of their numbers.
    let slots: [Slot]
    private var tiles: [Tile] = []
    private let stage = column()
    private let logView = LogView(name: "Log")
    private let messageLine = MessageLine()
    private let runAllButton: Button

    /// Creates a board with all experiments.
    init(log: WorkbenchLog) {
        slots = Experiments.slots(count: Self.slotCount, log: log)
        let press = WeakPress()
        runAllButton = button("_Run all", tooltip: "Run all steps of all slots") { press.board?.pressAll() }
        let header = headerBar()
        header.title = Self.title
        header.appendAtEnd(button("_Clear log") { press.board?.logView.removeAll() })
        header.appendAtEnd(runAllButton)
        widget.append(header)
        let buttons = grid()
        buttons.setEven(spacing: 2)
        buttons.setMargins(horizontal: 6, vertical: 6)
        for slot in slots {
            let made = tile(slot.caption, name: slot.name) { press.board?.press(slot) }
            made.setExpands(horizontally: true)
            made.setTooltip(slot.isEmpty ? "For the next experiment" : slot.title)
            tiles.append(made)
        }
        // A grid presents to screen readers first what was attached last.
        for (index, tile) in tiles.enumerated().reversed() {
            buttons.attach(tile, column: index % Self.columns, row: index / Self.columns)
        }
        widget.append(buttons)
        messageLine.widget.setMargins(horizontal: 12, vertical: 4)
        widget.append(messageLine.widget)
        // A view that is larger than the stage scrolls, so that the board fits on a small screen.
        let scene = scrolled(stage)
        scene.setLeastSize(width: 200, height: 120)
        logView.widget.setLeastSize(width: 260, height: -1)
        widget.append(panedRow(scene, logView.widget), fills: true)
        for slot in slots where !slot.isEmpty {
            stage.append(slot.page.widget, fills: true)
            slot.page.widget.showAll()
            slot.page.widget.setShownExplicitly()
            slot.page.widget.isVisible = false
        }
        press.board = self
        log.show(in: logView)
        attach(self, to: widget, key: "kiroku-board")
        for slot in slots { update(slot) }
        messageLine.show(Message("Press a slot. Each press runs its next step."))
    }

    /// Runs a slot's next step, and shows its result.
    func press(_ slot: Slot) {
        Task { await run(slot) }
    }

    /// Runs all steps of all slots, one slot after another.
    func pressAll() {
        guard runAllButton.isSensitive else { return }
        runAllButton.isSensitive = false
        Task {
            var faults = 0
            for slot in slots where !slot.isEmpty && !slot.isRunning {
                repeat {
                    guard let result = await run(slot) else { break }
                    if !result.isAsExpected { faults += 1 }
                } while slot.last != nil
            }
            runAllButton.isSensitive = true
            messageLine.show(
                faults == 0 ? Message("All steps went as expected.", .ok) : Message("\(faults) steps did not.", .error))
        }
    }

    @discardableResult
    func run(_ slot: Slot) async -> StepResult? {
        guard !slot.isEmpty else {
            messageLine.show(Message("Slot \(slot.number) is empty. Experiments.swift fills it.", .caution))
            return nil
        }
        show(slot)
        let result = await slot.press()
        update(slot)
        if let result { messageLine.show(slot.message(about: result)) }
        return result
    }

    /// Shows the page of one slot, and hides the others.
    private func show(_ slot: Slot) {
        for other in slots where !other.isEmpty { other.page.widget.isVisible = other === slot }
    }

    private func update(_ slot: Slot) {
        let detail = slot.isEmpty ? "–" : slot.last.map { $0.step.number.description } ?? "ready"
        tiles[slot.number - 1].detail = detail
    }
}

/// Refers to the board in closures of buttons that are made before it.
@MainActor
private final class WeakPress {
    weak var board: Board?
}

extension Slot {
    fileprivate var caption: String { isEmpty ? "\(number)" : "\(number) \(title)" }

    fileprivate var name: String { isEmpty ? "Slot \(number)" : "Slot \(number): \(title)" }

    fileprivate func message(about result: StepResult) -> Message {
        let step = "\(title), step \(result.step.number): \(result.step.title)"
        guard result.isAsExpected else {
            return Message("\(step) – reported \(result.codes.joined(separator: ", "))", .error)
        }
        return Message(step, result.step.expectedCode == nil ? .ok : .caution)
    }
}
