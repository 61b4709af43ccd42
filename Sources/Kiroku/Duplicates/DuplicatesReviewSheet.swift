import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// A sheet with the groups of duplicates below each other: what stays is chosen there, and groups are merged or left
/// out.
///
/// The grid shows the document as it is, so it includes what others change meanwhile.
@MainActor
final class DuplicatesReviewSheet: WindowDialog {
    var onClosed: (() -> Void)?

    let document: Document
    let sheet: ModalSheet
    let grid: RecordGrid
    /// The progress of merging all groups.
    let progress = ProgressRow(name: localized("Progress"))
    var review: DuplicateReview
    /// Merging all groups.
    let work = LatestWork()
    private let summary = paragraph("", width: 100)
    private let groupText = paragraph("", width: 100)
    private var buttons: [(button: Button, isPossible: @MainActor (DuplicatesReviewSheet) -> Bool)] = []
    private var merges: [Int: RecordMerge] = [:]
    private var observation: Observation?

    /// If there are more groups than this, the merges are not cached.
    private static let keptMerges = 1_000

    /// - Parameters:
    ///   - review: the duplicates.
    ///   - document: the document that they are in.
    ///   - window: the window that the sheet slides over.
    init(_ review: DuplicateReview, of document: Document, over window: DocumentWindow) {
        self.review = review
        self.document = document
        grid = RecordGrid(model: ReviewedTable(of: document), name: localized("Duplicates"))
        let content = column(spacing: 12)
        sheet = window.makeSheet(name: localized("Duplicates"), content: content, width: .wide)
        build(content)
        grid.pictures = window.shown?.pictures
        grid.textScale = window.application.preferences.gridTextScale
        sheet.setCaptions(cancel: localized("_Close"), ok: localized("_Merge"))
        connect()
        showRows()
    }

    func open() {
        try? sheet.open()
        if let group = review.openGroup(after: -1) { go(to: group) }
        grid.grabFocus()
    }

    private func build(_ content: Box) {
        content.setMargins(vertical: 24)
        let title = sheetTitle(localized("Duplicates"))
        for part in [title, summary, groupText] { content.append(part) }
        content.append(progress.widget)
        grid.widget.setLeastSize(width: 360, height: 160)
        content.append(grid.widget, fills: true)
        add(localized("Use _This Value"), if: { $0.openGroup != nil }, { $0.takeValue() })
        add(localized("_Keep This Record"), if: { $0.openGroup != nil }, { $0.keepRecord() })
        add(localized("Keep All _Values"), if: { $0.canJoin }, { $0.joinValues() })
        add(localized("_Not Duplicates"), if: { $0.openGroup != nil }, { $0.leaveOut() })
        add(localized("Merge _All"), if: { $0.review.openCount > 0 }, { $0.mergeAll() })
        add(localized("_Undo"), if: { $0.review.lastOutcome != nil }, { $0.undoDecision() })
        content.append(sideBySide(buttons.map { AnyWidget($0.button) }, spacing: 6))
        content.append(
            paragraph(
                localized(
                    "Space uses the value under the cursor, Shift+Space keeps the record, and + keeps all values of the field. Ctrl+Enter merges the group, Delete marks it as no duplicates, and Ctrl+Z undoes that. Ctrl+↓ and Ctrl+↑ go to the next and previous group."
                ), isMuted: true, width: 100))
        content.showAll()
        progress.widget.isVisible = false
    }

    private func add(
        _ caption: String, if isPossible: @escaping @MainActor (DuplicatesReviewSheet) -> Bool,
        _ body: @escaping @MainActor (DuplicatesReviewSheet) -> Void
    ) {
        let button = button(caption) { [weak self] in
            guard let self else { return }
            body(self)
            grid.grabFocus()
        }
        buttons.append((button, isPossible))
    }

    private func connect() {
        grid.onChoose = { [weak self] _ in self?.takeValue() }
        grid.onKey = { [weak self] in self?.take($0) ?? false }
        grid.onMessage = { [weak self] message in if let message { self?.sheet.show(message) } }
        grid.onSelectionChange = { [weak self] in self?.showGroup() }
        work.onProgress = { [weak self] in self?.progress.fraction = $0 }
        progress.onCancel = { [weak self] in self?.stop() }
        sheet.onOK = { [weak self] in self?.merge() }
        sheet.onClosed = { [weak self] in
            guard let self else { return }
            stop()
            observation = nil
            grid.annotations = nil
            onClosed?()
        }
        observation = document.observe { [weak self] in self?.follow($0) }
    }

    /// The keys of the grid, in addition to those of every grid.
    private func take(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .space where key.modifiers == .shift: keepRecord()
        case .character("+") where key.modifiers.isDisjoint(with: [.control, .alt, .super]): joinValues()
        case .enter where key.modifiers == .control: merge()
        case .delete where key.modifiers.isEmpty: leaveOut()
        case .character("z") where key.modifiers == .control: undoDecision()
        case .down where key.modifiers == .control: go(forward: true)
        case .up where key.modifiers == .control: go(forward: false)
        default: return false
        }
        return true
    }

    // MARK: The group of the cursor

    /// The record of the cursor.
    var record: RecordID? {
        guard let cursor = grid.cursor, document.table.ids.indices.contains(cursor.record) else { return nil }
        return document.table.ids[cursor.record]
    }

    /// The group of the cursor.
    var group: Int? { record.flatMap { review.group(of: $0) } }

    /// The group of the cursor, if it is not decided.
    var openGroup: Int? { group.flatMap { !work.isRunning && review.outcomes[$0] == nil ? $0 : nil } }

    private var canJoin: Bool {
        guard let openGroup, let cursor = grid.cursor, let merge = mergeToShow(openGroup) else { return false }
        return merge.canJoin(cursor.field)
    }

    /// Puts the cursor on the first record of a group, keeping its field.
    func go(to group: Int) {
        guard let first = review.firstRecord(of: group, in: document.table) else { return }
        grid.go(to: CellPosition(record: first, field: grid.cursor?.field ?? 0))
    }

    private func go(forward: Bool) {
        guard let next = review.openGroup(after: group ?? -1, forward: forward) else {
            return sheet.show(Message(localized("You have decided on all groups."), .ok))
        }
        go(to: next)
    }

    // MARK: Showing

    /// The result that merging the group would have, cached until something changes.
    func mergeToShow(_ group: Int) -> RecordMerge? {
        if let merge = merges[group] { return merge }
        if merges.count >= Self.keptMerges { merges.removeAll() }
        let merge = review.merge(of: group, in: document.table)
        merges[group] = merge
        return merge
    }

    /// Forgets what was computed for the table, which would otherwise be copied with the next edit.
    func forgetMerges() { merges.removeAll() }

    /// Shows all records of the groups.
    func showRows() {
        forgetMerges()
        grid.show(inOrder: review.rows(in: document.table))
        showAll()
    }

    /// Shows what has been decided or chosen.
    func showAll() {
        forgetMerges()
        summary.text = review.summary
        grid.annotations = marks
        showGroup()
    }

    func showGroup() {
        groupText.text = group.map { review.text(of: $0, in: document.table) } ?? ""
        for (button, isPossible) in buttons { button.isSensitive = !work.isRunning && isPossible(self) }
    }

    // MARK: Following the document

    private func follow(_ event: DocumentEvent) {
        guard let extent = event.extent else { return }
        if case .changedByOthers(_, let changes) = event { review.markChanged(changes.records) }
        switch extent {
        case .cells, .recordsDeleted: showAll()
        case .recordsInserted, .everything: showRows()
        }
    }
}
