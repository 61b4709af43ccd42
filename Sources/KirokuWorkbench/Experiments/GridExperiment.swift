import KirokuCore
import KirokuViews

/// The grid over a document in memory.
final class GridExperiment: Experiment {
    static let title = "Record grid"

    private let page: Page
    private let document: Document
    private let grid: RecordGrid

    init(on page: Page) throws {
        self.page = page
        document = try SampleDocument.make()
        grid = RecordGrid(model: document, name: "Sights")
        grid.onMessage = { [weak page] message in
            if let message { page?.write(message.text) }
        }
        page.show(grid.widget)
    }

    func clear() async { await document.close() }

    static let steps: [Step<GridExperiment>] = [
        .normal("go to a cell") { me in
            me.grid.go(to: CellPosition(record: 2, field: 3))
            try check(me.grid.cursor == CellPosition(record: 2, field: 3), "the cursor is there")
        },
        .normal("add a record") { me in
            me.grid.addRecord()
            try check(me.document.table.count == 6, "there are 6 records")
        },
        .normal("unfit text") { me in
            try me.document.setCells([CellEdit(record: 1, field: 2, value: .unfit("many"))])
            me.grid.goToNextCellToFix()
            try check(me.grid.cursor == CellPosition(record: 1, field: 2), "the cursor is on it")
        },
        .normal("undo") { me in
            me.grid.undo()
            try check(me.document.toFix.count == 0, "there is no unfit text")
        },
        .error("there is no record 99 to set", code: "KRK_TB_CH") { me in
            try expectRefusal {
                try me.document.setCells([CellEdit(record: 99, field: 0, value: .empty)])
            }
        },
    ]
}
