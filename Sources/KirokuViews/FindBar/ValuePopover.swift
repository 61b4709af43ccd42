import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The values of a field with their counts, ticked if their records are shown; for numbers and dates also a range.
///
/// They are counted and listed in the background, no more than ``limit`` at once; typing searches in all of them.
@MainActor
final class ValuePopover {
    /// Called after the user has changed the selection of values.
    var onChange: ((FindList) -> Void)?
    /// Called after the user has changed the range, with its ends as typed.
    var onRangeChange: ((_ from: String, _ to: String) -> Void)?
    /// Called when it has closed.
    var onClose: (() -> Void)?
    /// What is shown.
    private(set) var list: FindList

    let parts: ValueParts
    private let field: FieldDefinition
    private let popover: Popover
    private let counting = LatestWork()
    private let listing = LatestWork()
    private var values: FieldValues?
    /// The contents of the lines, from top to bottom.
    private var listed: [CellContent] = []
    private var isGone = false

    /// The largest number of values listed at once.
    static let limit = 50

    /// - Parameters:
    ///   - widget: the widget that it points to.
    ///   - field: the field whose values are listed.
    ///   - list: what is shown at first.
    ///   - range: the ends of the range, as they were typed; `nil` to offer no range.
    init(at widget: some Widget, of field: FieldDefinition, list: FindList, range: (from: String, to: String)?) {
        self.field = field
        self.list = list
        parts = ValueParts(of: field, range: range)
        popover = Popover(
            at: widget, name: localized("Values of “{field}”", ["field": ShownText.short(field.name)]),
            content: parts.content)
        connect()
    }

    /// Whether the list is complete for now.
    var isAtRest: Bool { isSearched && !parts.lines.isFilling }

    /// Whether the search for the typed text is complete.
    private var isSearched: Bool { !counting.isRunning && !listing.isRunning }

    /// Opens it, and counts.
    ///
    /// - Parameters:
    ///   - place: the part of the widget that it points to; `nil` for all of it.
    ///   - count: counts the values among those records that could be shown.
    func open(at place: Rectangle?, count: @escaping @Sendable () async throws(QueryError) -> FieldValues) {
        parts.setListHeight(room: popover.room(at: place))
        popover.open(at: place)
        parts.search.grabFocus()
        self.count(by: count)
    }

    /// Counts again, as other records could be shown now.
    func count(by count: @escaping @Sendable () async throws(QueryError) -> FieldValues) {
        guard !isGone else { return }
        say(localized("Counting…"))
        counting.start { _ throws(QueryError) in
            try await count()
        } done: { [weak self] result in
            guard let self, case .success(let values) = result else { return }
            self.values = values
            relist()
        }
    }

    /// Shows what is wrong with the range; `nil` clears the message.
    func show(problem: String?) {
        guard !isGone else { return }
        parts.problem.text = problem ?? ""
        parts.problem.isVisible = problem != nil
        if let problem { parts.problem.announce(problem) }
    }

    func close() { popover.close() }

    func destroy() {
        stop()
        popover.destroy()
    }

    private func stop() {
        counting.cancel()
        listing.cancel()
        parts.lines.stop()
    }

    private func connect() {
        popover.onClose = { [weak self] in
            self?.stop()
            self?.onClose?()
        }
        parts.content.onDestroy { [weak self] in
            self?.isGone = true
            self?.stop()
        }
        parts.lines.onToggle = { [weak self] in self?.toggle($0) }
        parts.search.onChange { [weak self] in self?.relist() }
        parts.search.onKey { [weak self] in self?.handle($0) ?? false }
        parts.order.onChange { [weak self] in self?.relist() }
        parts.all.onPress { [weak self] in self?.setAll(isShown: true) }
        parts.none.onPress { [weak self] in self?.setAll(isShown: false) }
        for entry in [parts.from, parts.to] {
            entry.onChange { [weak self] in
                guard let self else { return }
                onRangeChange?(parts.from.text, parts.to.text)
            }
            entry.onKey { [weak self] key in
                guard key.key == .enter, key.modifiers.isEmpty else { return false }
                if !entry.inputMethodTakes(key) { self?.close() }
                return true
            }
        }
    }

    /// Enter shows only the values searched for, and Down goes to the list.
    private func handle(_ key: KeyEvent) -> Bool {
        guard key.modifiers.isEmpty, key.key == .enter || key.key == .down else { return false }
        if parts.search.inputMethodTakes(key) { return true }
        guard key.key == .enter else {
            parts.lines.checks.first?.grabFocus()
            return true
        }
        guard isSearched else { return true }
        if !searched.isEmpty, !listed.isEmpty { change(to: FindList(listed)) }
        close()
        return true
    }

    private var searched: String { parts.search.text.trimmingWhitespace }

    // MARK: Listing

    /// Lists the values that the typed text searches for.
    private func relist() {
        guard let values else { return }
        let (text, order) = (searched, parts.chosenOrder)
        // For pictures, it only matters whether there are any.
        let limit = field.isPicture ? 0 : Self.limit
        listing.start { _ throws(QueryError) in
            try await values.list(containing: text, by: order, limit: limit)
        } done: { [weak self] result in
            if case .success(let found) = result { self?.show(found, of: values, isAll: text.isEmpty) }
        }
    }

    private func show(_ found: FieldValues.List, of values: FieldValues, isAll: Bool) {
        var lines = found.values.map { ($0.content, $0.caption, Optional($0.count)) }
        if isAll { lines = special(values) + lines }
        listed = lines.map(\.0)
        let list = parts.lines.widget
        if list.focusInWindow.map({ list.holds($0) }) ?? false { parts.search.grabFocus() }
        parts.lines.show(lines.map { ($0.1, $0.2) }, isTicked: ticks)
        say(field.isPicture ? "" : Self.text(of: found, isAll: isAll))
    }

    /// The entries before the values: other contents of cells, and requested values that do not occur.
    private func special(_ values: FieldValues) -> [(CellContent, String, Int?)] {
        var counts: [CellContent: Int] = [.empty: values.emptyCount, .toFix: values.toFixCount]
        if field.isPicture { counts[.filled] = values.filledCount }
        let always: [CellContent] = [.filled, .empty, .toFix].filter { (counts[$0] ?? 0) > 0 }
        return (always + list.contents.filter { counts[$0] == 0 }).map { ($0, $0.caption(in: field), counts[$0]) }
    }

    private static func text(of found: FieldValues.List, isAll: Bool) -> String {
        if found.moreCount > 0 {
            return localized(
                "{count} more value: type to find it", "{count} more values: type to find them", count: found.moreCount)
        }
        if found.longCount > 0 {
            return localized(
                "{count} long text is not listed.", "{count} long texts are not listed.", count: found.longCount)
        }
        return found.values.isEmpty && !isAll ? localized("No matches.") : ""
    }

    private func say(_ text: String) {
        parts.status.text = text
        parts.status.isVisible = !text.isEmpty
        if !text.isEmpty { parts.status.announce(text) }
    }

    // MARK: Ticking

    private func toggle(_ place: Int) {
        var new = list
        new.set(listed[place], isShown: parts.lines.checks[place].isOn == true)
        change(to: new)
    }

    /// Ticks or unticks everything listed; without a typed text, all values.
    private func setAll(isShown: Bool) {
        guard !searched.isEmpty else { return change(to: isShown ? .everything : FindList()) }
        var new = list
        for content in listed { new.set(content, isShown: isShown) }
        change(to: new)
    }

    private func change(to new: FindList) {
        guard new != list else { return }
        list = new
        parts.lines.tick(ticks)
        onChange?(new)
    }

    /// Which lines are ticked, by index.
    private var ticks: (Int) -> Bool {
        let (contents, leavesOut, listed) = (Set(list.contents), list.leavesOut, listed)
        return { contents.contains(listed[$0]) != leavesOut }
    }
}
