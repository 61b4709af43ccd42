import KirokuCore

/// A document whose link fails: what was edited is kept and saved later.
final class FailingLinkExperiment: Experiment {
    static let title = "Failing link"

    private let page: Page
    private let link = FailingLink()
    private let document: Document

    init(on page: Page) throws {
        self.page = page
        let table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        document = Document(title: "Workbench", contents: DocumentContents(table: table), link: link)
    }

    func clear() async {
        await link.mend()
        await document.close()
    }

    private func add(_ name: String) throws {
        let record = try document.addRecord()
        try document.setCells([CellEdit(record: record, field: 0, value: .string(name))])
    }

    private func write() {
        page.write("records: \(document.table.count), state: \(document.saveState)")
    }

    static let steps: [Step<FailingLinkExperiment>] = [
        .normal("edit, and save") { me in
            try me.add("Tokyo Tower")
            await me.document.finishSaving()
            try check(me.document.saveState == .saved, "it is saved")
            me.write()
        },
        .normal("save again what had failed") { me in
            await me.link.break(with: .diskFull(path: "cards.kiroku"))
            try me.add("東京駅")
            await me.document.finishSaving()
            try check(me.document.saveState == .failed(.diskFull(path: "cards.kiroku")), "it is not saved")
            me.write()
            await me.link.mend()
            await me.document.finishSaving()
            try check(me.document.saveState == .saved, "it is saved")
            try check(me.document.table.count == 2, "no edit was lost")
            me.write()
        },
        .error("the disk is full; the edit is kept", code: "KRK_WB_DC") { me in
            await me.link.break(with: .diskFull(path: "cards.kiroku"))
            try me.add("Tokyo Skytree")
            await me.document.finishSaving()
            guard case .failed(let error) = me.document.saveState else { throw ExperimentFault("it was saved") }
            Reports.error("KRK_WB_DC", "\(error)")
            try check(me.document.table.count == 3, "the edit is kept")
            me.write()
        },
        .error("a document without a link cannot be edited", code: "KRK_WB_DC") { me in
            let contents = DocumentContents(table: me.document.table)
            let document = Document(title: "Read-only", contents: contents, link: nil)
            try expectRefusal("KRK_WB_DC") { _ = try document.addRecord() }
        },
    ]
}

/// A document link that can be broken and mended.
private actor FailingLink: DocumentLink {
    private var error: StorageError?

    func `break`(with error: StorageError) { self.error = error }

    func mend() { error = nil }

    func commit(_ changes: [DocumentChange]) throws(StorageError) {
        if let error { throw error }
    }

    func close() {}
}
