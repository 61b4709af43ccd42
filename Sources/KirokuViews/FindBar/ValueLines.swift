import GtkKit
import KirokuCore

/// The list of values in their popover, a line for each.
///
/// A line takes GTK a millisecond or more, so they are made, or given other texts, a few at a time.
@MainActor
final class ValueLines {
    let widget = column()
    /// Called when the user has ticked or emptied the box of a line, with its place in the list.
    var onToggle: ((Int) -> Void)?
    /// Whether some lines still have the texts of before.
    private(set) var isFilling = false
    private var texts: [(caption: String, count: Int?)] = []
    private var isTicked: (Int) -> Bool = { _ in false }
    /// The lines; those of earlier lists are kept for reuse.
    private var lines: [Line] = []
    private var filledCount = 0
    private var isTicking = false
    /// Distinguishes the current list from an earlier one.
    private var generation = 0

    private static let linesAtOnce = 4
    /// In pixels; otherwise what scrolls would cut off the frame of the line that has the focus.
    private static let margin = 3

    init() { widget.setMargins(horizontal: Self.margin, vertical: Self.margin) }

    /// The boxes of the lines that have their texts, from top to bottom.
    var checks: [CheckButton] { lines.prefix(filledCount).map(\.check) }

    /// Replaces the lines, the first ones immediately.
    ///
    /// - Parameters:
    ///   - texts: the value of each line, and how many records have it, if known.
    ///   - isTicked: whether the box of the line at a place is ticked.
    func show(_ texts: [(caption: String, count: Int?)], isTicked: @escaping (Int) -> Bool) {
        stop()
        (self.texts, self.isTicked, filledCount) = (texts, isTicked, 0)
        for line in lines.dropFirst(texts.count) { line.widget.isVisible = false }
        isFilling = true
        fillMore(generation)
    }

    /// Ticks and empties the boxes.
    func tick(_ isTicked: @escaping (Int) -> Bool) {
        self.isTicked = isTicked
        isTicking = true
        for (place, check) in checks.enumerated() { check.isOn = isTicked(place) }
        isTicking = false
    }

    /// Stops adding lines, because the list is destroyed.
    func stop() {
        generation += 1
        isFilling = false
    }

    private func fillMore(_ current: Int) {
        guard current == generation else { return }
        isTicking = true
        for place in texts.indices.dropFirst(filledCount).prefix(Self.linesAtOnce) {
            if place == lines.count { append() }
            lines[place].show(texts[place], isTicked: isTicked(place))
            filledCount += 1
        }
        isTicking = false
        isFilling = filledCount < texts.count
        if isFilling { MainLoop.whenIdle { [weak self] in self?.fillMore(current) } }
    }

    private func append() {
        let (line, place) = (Line(), lines.count)
        line.check.onToggle { [weak self] in
            guard let self, !isTicking, place < filledCount else { return }
            onToggle?(place)
        }
        widget.append(line.widget)
        lines.append(line)
    }
}

/// A box with a value, and how many records have it.
@MainActor
private struct Line {
    let widget = row()
    let check: CheckButton
    private let value = label()
    private let count = label(alignment: .end, role: .muted)

    init() {
        check = checkButton(with: value)
        widget.append(check, fills: true)
        widget.appendAtEnd(count)
        widget.showAll()
    }

    func show(_ text: (caption: String, count: Int?), isTicked: Bool) {
        value.text = ShownText.short(text.caption)
        check.setTooltip(value.text == text.caption ? nil : text.caption)
        count.text = text.count.map { localizedNumber($0) } ?? ""
        check.accessibleName =
            text.count == nil
            ? value.text : localized("{name}: {value}", ["name": value.text, "value": count.text])
        check.isOn = isTicked
        widget.isVisible = true
    }
}
