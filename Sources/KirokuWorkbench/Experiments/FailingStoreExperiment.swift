import KirokuCore
import Synchronization

/// A document whose store fails: edits are kept, and saved later.
final class FailingStoreExperiment: Experiment {
    static let title = "Failing store"

    private let page: Page
    private let fault = Fault()
    private let document: Document

    init(on page: Page) throws {
        self.page = page
        let table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        let contents = DocumentContents(table: table)
        let store = MemoryStore(contents, name: "Workbench") { [fault] call throws(StorageError) in
            if case .commit = call { try fault.throwIfSet() }
        }
        document = Document(title: "Workbench", contents: contents, store: store)
    }

    func clear() async {
        fault.error = nil
        await document.close()
    }

    private func add(_ name: String) throws {
        let record = try document.addRecord()
        try document.setCells([CellEdit(record: record, field: 0, value: .string(name))])
    }

    private func write() {
        page.write("records: \(document.table.count), state: \(document.saveState)")
    }

    static let steps: [Step<FailingStoreExperiment>] = [
        .normal("edit, and save") { me in
            try me.add("Tokyo Tower")
            await me.document.finishSaving()
            try check(me.document.saveState == .saved, "it is saved")
            me.write()
        },
        .normal("save again what had failed") { me in
            me.fault.error = .diskFull(at: .memory("Workbench"))
            try me.add("東京駅")
            await me.document.finishSaving()
            try check(me.document.saveState == .failed(.diskFull(at: .memory("Workbench"))), "it is not saved")
            me.write()
            me.fault.error = nil
            await me.document.finishSaving()
            try check(me.document.saveState == .saved, "it is saved")
            try check(me.document.table.count == 2, "no edit was lost")
            me.write()
        },
        .error("the disk is full; the edit is kept", code: "KRK_WB_DC") { me in
            me.fault.error = .diskFull(at: .memory("Workbench"))
            try me.add("Tokyo Skytree")
            await me.document.finishSaving()
            guard case .failed(let error) = me.document.saveState else { throw ExperimentFault("it was saved") }
            Reports.error("KRK_WB_DC", "\(error)")
            try check(me.document.table.count == 3, "the edit is kept")
            me.write()
        },
        .error("a document without a store cannot be edited", code: "KRK_WB_DC") { me in
            let contents = DocumentContents(table: me.document.table)
            let document = Document(title: "Read-only", contents: contents, store: nil)
            try expectRefusal("KRK_WB_DC") { _ = try document.addRecord() }
        },
    ]
}

/// The error that commits fail with, while there is one.
private final class Fault: Sendable {
    private let current = Mutex<StorageError?>(nil)

    var error: StorageError? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func throwIfSet() throws(StorageError) {
        if let error { throw error }
    }
}
