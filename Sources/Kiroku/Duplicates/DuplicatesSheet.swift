import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// A sheet that asks where to look for duplicates, looks for them in the background, and shows the progress.
@MainActor
final class DuplicatesSheet: WindowDialog {
    var onClosed: (() -> Void)?
    /// The duplicates; `nil` if there is nothing to show.
    private(set) var found: DuplicateReview?

    private let sheet: ModalSheet
    private let view: DuplicatesView
    private let document: Document
    private let leftOut: Set<[RecordID]>
    private let work = LatestWork()

    /// - Parameters:
    ///   - document: the document that is searched.
    ///   - field: the field of the cursor.
    ///   - leftOut: groups that are not duplicates, as the user has decided.
    ///   - window: the window that the sheet slides over.
    init(
        of document: Document, at field: FieldID?, leavingOut leftOut: Set<[RecordID]>, over window: DocumentWindow
    ) {
        self.document = document
        self.leftOut = leftOut
        view = DuplicatesView(
            document.table.schema, proposed: document.table.schema.fieldsToTellApart(from: field))
        sheet = window.makeSheet(name: localized("Find Duplicates"), content: view.widget)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Find"))
        work.onProgress = { [weak self] in self?.view.progress.fraction = $0 }
        view.progress.onCancel = { [weak self] in self?.stop() }
        sheet.onOK = { [weak self] in self?.search() }
        sheet.onClosed = { [weak self] in
            guard let self else { return }
            work.cancel()
            onClosed?()
        }
    }

    func open() {
        try? sheet.open()
        view.grabFocus()
    }

    private func search() {
        guard !work.isRunning else { return }
        let fields = view.fields
        guard !fields.isEmpty else {
            return sheet.show(Message(localized("Select at least one field."), .error))
        }
        sheet.show(nil)
        view.setSearching(true)
        let (table, likeness, leftOut) = (document.table, view.chosenLikeness, leftOut)
        work.start { progress throws(CancellationError) in
            try await DuplicateReview.of(table, in: fields, likeness, leavingOut: leftOut, progress: progress)
        } done: { [weak self] result in
            if case .success(let found) = result { self?.finish(found) }
        }
    }

    private func stop() {
        work.cancel()
        view.setSearching(false)
        view.grabFocus()
        sheet.show(Message(localized("The search was stopped.")))
    }

    private func finish(_ found: DuplicateReview) {
        guard sheet.isOpen else { return }
        view.setSearching(false)
        guard found.openCount > 0 else {
            let text =
                found.groups.count > 0
                ? localized("There are no duplicates apart from the groups that you marked as no duplicates.")
                : found.groups.isComplete
                    ? localized("There are no duplicates: no two records match in these fields.")
                    : localized(
                        "No duplicates were found, but very many texts are similar, and not all were compared.")
            view.grabFocus()
            return sheet.show(Message(text, .ok))
        }
        self.found = found
        try? sheet.close()
    }
}

extension Schema {
    /// The fields that probably identify records: those that should have each value only once, beginning with the field
    /// of the cursor, or that field alone.
    func fieldsToTellApart(from field: FieldID?) -> Set<FieldID> {
        let cursor = field.flatMap { index(of: $0) }.map { self[$0] }
        let ruled = [cursor].compactMap(\.self).first { $0.rules.uniqueWith != nil } ?? nil
        if let ruled, let others = ruled.rules.uniqueWith { return Set(others + [ruled.id]) }
        return Set(
            [cursor?.id ?? fields.first { $0.rules.uniqueWith != nil }?.id ?? fields.first?.id].compactMap(\.self))
    }
}
