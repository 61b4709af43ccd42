import KirokuCore

/// A table without a document: it has no history, no store, and remembers nothing for views.
@MainActor
final class TableInMemory: TableModel {
    private(set) var table: RecordTable
    private(set) var revision = 0
    var refusal: EditError?
    private let observers = Observers<DocumentEvent>()

    init(_ table: RecordTable) {
        self.table = table
    }

    func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation { observers.add(body) }

    func apply(_ change: Change, title: ChangeTitle?) throws(EditError) {
        if let refusal { throw refusal }
        let extent: ChangeExtent
        do {
            extent = try table.make(change)
        } catch {
            throw .refused(error)
        }
        revision += 1
        observers.notify(.tableChanged(extent))
    }
}
