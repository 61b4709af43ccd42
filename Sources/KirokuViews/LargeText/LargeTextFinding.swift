import GtkKit
import KirokuCore

/// The line above a large text that finds something in it, whatever its case and width.
@MainActor
final class LargeTextFinding {
    let widget = row()
    private let entry = GtkKit.entry(name: localized("Find in text"))
    private let count = label("", role: .muted)
    private let text: LongText
    private var task: Task<Void, Never>?
    /// The last result; `nil` if the text or the search has changed since.
    private var places: [Range<Int>]?
    /// The step to take when the places are known.
    private var waiting: Bool?

    init(in text: LongText) {
        self.text = text
        entry.setPlaceholder(localized("Find in text"))
        widget.append(entry, fills: true)
        widget.append(
            iconButton(
                "go-up-symbolic", name: localized("Previous Match"), tooltip: localized("Previous match (Shift+F3)")
            ) { [weak self] in self?.step(forward: false) })
        widget.append(
            iconButton("go-down-symbolic", name: localized("Next Match"), tooltip: localized("Next match (F3)")) {
                [weak self] in self?.step(forward: true)
            })
        widget.append(count)
        entry.onChange { [weak self] in self?.wantedChanged() }
        entry.onKey { [weak self] key in
            guard key.key == .enter, key.modifiers.isSubset(of: .shift) else { return false }
            self?.step(forward: key.modifiers.isEmpty)
            return true
        }
        widget.onDestroy { [weak self] in self?.task?.cancel() }
    }

    func grabFocus() { entry.grabFocusSelectingAll() }

    /// Forgets the result, because the text has changed.
    func textChanged() {
        places = nil
        task?.cancel()
        task = nil
    }

    /// Goes to the next or the previous place, and around the ends of the text.
    func step(forward: Bool) {
        guard !entry.text.isEmpty else { return grabFocus() }
        if let places { go(places, forward: forward, from: text.selection, includingIt: false) } else { find(forward) }
    }

    private func wantedChanged() {
        textChanged()
        guard !entry.text.isEmpty else {
            count.text = ""
            return
        }
        find(nil)
    }

    /// Finds the places in the background; `forward` tells where to go then; `nil` stays at a place that still matches.
    private func find(_ forward: Bool?) {
        task?.cancel()
        let (wanted, whole) = (entry.text, text.text)
        task = Task { [weak self] in
            let found = await Self.places(of: wanted, in: whole)
            guard let self, !Task.isCancelled else { return }
            task = nil
            places = found
            go(found, forward: forward ?? true, from: text.selection, includingIt: forward == nil)
        }
    }

    @concurrent
    private nonisolated static func places(of wanted: String, in text: String) async -> [Range<Int>] {
        TextSearch(for: wanted, ignoring: [.case, .width]).places(in: text)
    }

    private func go(_ places: [Range<Int>], forward: Bool, from selection: Range<Int>, includingIt: Bool) {
        guard !places.isEmpty else {
            return say(localized("Not found"))
        }
        let start = includingIt ? selection.lowerBound : selection.upperBound
        let next =
            forward
            ? places.partitioned { $0.lowerBound >= start }
            : places.partitioned { $0.upperBound > selection.lowerBound } - 1
        let index = (next + places.count) % places.count
        text.select(places[index])
        say(
            localized(
                "{place} of {count}", ["place": localizedNumber(index + 1), "count": localizedNumber(places.count)]))
    }

    /// Shows a text at the end of the line, and tells screen readers.
    private func say(_ text: String) {
        count.text = text
        count.announce(text)
    }
}

extension [Range<Int>] {
    /// The index of the first place for which a test is true, as for all after it.
    fileprivate func partitioned(_ test: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
