import GtkKit
import KirokuCore
import KirokuPictures
import KirokuServer
import KirokuViews

/// Taking over values from the other table; each time is one step that can be undone.
extension ComparisonSheet {
    /// Takes over the selected cells, or the one under the cursor.
    func takeSelected() {
        guard let selected = view.grid.selectedCells else {
            return sheet.show(Message(localized("Nothing is selected."), .caution))
        }
        take(.cells(rows: selected.rows, fields: selected.fields))
    }

    /// Takes over everything that is shown.
    func takeAll() { take(.all) }

    private func take(_ selected: ComparisonCopy.Selection) {
        guard let rows = model.rows, mayTake() else { return }
        let (document, revision) = (document, revision)
        start(localized("Copying…")) { [source = pictureSource] progress throws(ComparisonError) in
            var names: [String: String] = [:]
            do throws(StorageError) {
                if let source {
                    let wanted = await ComparisonCopy.pictureNames(selected, in: rows)
                    names = try await Self.copy(wanted, fromDocumentAt: source, into: document, progress)
                }
            } catch {
                throw .of(error)
            }
            do throws(TableError) {
                return try await ComparisonCopy.of(selected, in: rows, renamingPictures: names)
            } catch {
                throw .message(error.message)
            }
        } done: { [weak self] (over: ComparisonCopy) in
            self?.apply(over, ifStill: revision)
        } failed: { [weak self] in
            self?.showFailure($0)
        }
    }

    /// Takes over everything that only the other table has changed since the older copy.
    func takeTheirs() {
        guard let rows = model.rows, let base = rows.origins?.base, let other, mayTake() else { return }
        let (document, revision, table) = (document, revision, rows.comparison.table)
        start(localized("Copying…")) { [source = pictureSource] progress throws(ComparisonError) in
            do {
                let merge = try await TableMerge.of(other.table, into: table, from: base)
                if let source {
                    let theirs = try await ComparedRows.of(rows.comparison, origins: rows.origins, .origin(.there))
                    let wanted = await ComparisonCopy.pictureNames(.all, in: theirs)
                    _ = try await Self.copy(wanted, fromDocumentAt: source, into: document, progress)
                }
                return merge
            } catch let error as StorageError {
                throw .of(error)
            } catch {
                throw .cancelled
            }
        } done: { [weak self] (merge: TableMerge) in
            self?.apply(merge, of: other, ifStill: revision)
        } failed: { [weak self] in
            self?.showFailure($0)
        }
    }

    func undo() {
        walk { () throws(EditError) in
            try document.undo()
        } confirmation: {
            localized("Undone: {step}", ["step": $0])
        }
    }

    func redo() {
        walk { () throws(EditError) in
            try document.redo()
        } confirmation: {
            localized("Redone: {step}", ["step": $0])
        }
    }

    private func walk(_ step: () throws(EditError) -> ChangeTitle?, confirmation: (String) -> String) {
        do throws(EditError) {
            if let title = try step() { sheet.show(Message(confirmation(title.text), .ok)) }
        } catch {
            sheet.show(Message(error.message, .error))
        }
    }

    // MARK: Applying

    private func mayTake() -> Bool {
        guard !isBusy else {
            sheet.show(Message(localized("The tables are still being compared."), .caution))
            return false
        }
        guard let refusal = document.refusal else { return true }
        sheet.show(Message(refusal.message, .error))
        return false
    }

    private func apply(_ over: ComparisonCopy, ifStill revision: Int) {
        guard let change = over.change else {
            return sheet.show(Message(localized("There is nothing to copy there."), .caution))
        }
        var news: [String] = []
        if over.cellCount > 0 {
            news.append(localized("Copied {count} value.", "Copied {count} values.", count: over.cellCount))
        }
        if over.addedCount > 0 {
            news.append(localized("Added {count} record.", "Added {count} records.", count: over.addedCount))
        }
        if over.deletedCount > 0 {
            news.append(localized("Deleted {count} record.", "Deleted {count} records.", count: over.deletedCount))
        }
        if over.fieldCount > 0 {
            news.append(localized("Added {count} field.", "Added {count} fields.", count: over.fieldCount))
        }
        apply(change, over.title, ifStill: revision, localizedSentences(news))
    }

    private func apply(_ merge: TableMerge, of other: OtherTable, ifStill revision: Int) {
        let left = merge.conflicts.count
        var news: [String] = []
        if left > 0 {
            news.append(
                localized(
                    "{count} change was not copied, because both copies changed the same thing.",
                    "{count} changes were not copied, because both copies changed the same things.", count: left))
        }
        guard let change = merge.change else {
            let nothing = localized("The other copy has no changes to copy.")
            return sheet.show(Message(localizedSentences([nothing] + news), .caution))
        }
        apply(
            change, .mergeCopy(FilePath.name(of: other.path)), ifStill: revision,
            localizedSentences([localized("Copied their changes.")] + news))
    }

    private func apply(_ change: Change, _ title: ChangeTitle, ifStill revision: Int, _ news: String) {
        do throws(EditError) {
            try document.apply(change, title: title, ifStill: revision)
            sheet.show(Message(localizedSentences([news, localized("You can undo this.")]), .ok))
        } catch {
            sheet.show(Message(error.message, .error))
        }
    }

    // MARK: Pictures

    /// The document that has the other table's pictures; `nil` if it is a text.
    private var pictureSource: String? { other.flatMap { $0.isDocument ? $0.path : nil } }

    /// Copies pictures; those that the other document has on a server alone are fetched into it first.
    @concurrent
    private static func copy(
        _ names: Set<String>, fromDocumentAt path: String, into document: Document,
        _ progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> [String: String] {
        guard !names.isEmpty else { return [:] }
        let missing = try await DocumentStores.reading(path) { (source) throws(StorageError) in
            let missing = try await document.pictureNames(missing: names, of: source)
            return try await source.pictures().contains { !$0.isHere && missing.contains($0.name) } ? missing : []
        }
        if !missing.isEmpty { try await fetch(missing, toDocumentAt: path, progress) }
        return try await DocumentStores.reading(path) { (source) throws(StorageError) in
            try await document.takePictures(named: names, of: source)
        }
    }

    private nonisolated static func fetch(
        _ names: Set<String>, toDocumentAt path: String, _ progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) {
        do throws(SyncError) {
            try await SharedDocuments.fetchPictures(of: path, named: names, progress: progress)
        } catch {
            if Task.isCancelled { throw .cancelled }
            if case .storage(let error) = error { throw error }
            // The number of missing ones is reported later, so the reason is not needed here.
            try await DocumentStores.reading(path) { (source) throws(StorageError) in
                try await source.fetchPictures(named: names)
            }
        }
    }
}
