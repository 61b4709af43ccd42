import KirokuCore

/// Conditions that are made at a header or a cell: each leaves fewer records of those that are shown.
extension FindRequest {
    /// The place among ``lines`` of the list of a field by which records are narrowed.
    func listIndex(of field: FieldID) -> Int? {
        isNarrowing ? lines.firstIndex { $0.field == field && $0.list != nil } : nil
    }

    /// Which contents of a field are shown.
    public func list(of field: FieldID) -> FindList {
        listIndex(of: field).flatMap { lines[$0].list } ?? .everything
    }

    /// Shows only records with contents that a list allows; all records for a list that leaves nothing out.
    public mutating func narrow(_ field: FieldID, to list: FindList, in schema: Schema) {
        becomeNarrowing(in: schema)
        let index = listIndex(of: field)
        if list == .everything {
            if let index { lines.remove(at: index) }
        } else if let index {
            lines[index].list = list
        } else {
            lines.append(FindLine(field: field, list: list))
        }
    }

    /// Shows only records with this content, or hides them in addition to what is hidden already.
    public mutating func narrow(_ field: FieldID, to content: CellContent, hides: Bool, in schema: Schema) {
        guard hides else { return narrow(field, to: FindList([content]), in: schema) }
        var list = list(of: field)
        list.set(content, isShown: false)
        // Nothing would be left in the list.
        if list.contents.isEmpty { list = FindList(leavesOut: true, [content]) }
        narrow(field, to: list, in: schema)
    }

    /// The range of a field by which records are narrowed, as it was typed; an open end is empty.
    public func range(of field: FieldID) -> (from: String, to: String) {
        guard let index = rangeIndex(of: field) else { return ("", "") }
        let line = lines[index]
        return switch line.comparison {
        case .greaterOrEqual: (line.text, "")
        case .lessOrEqual: ("", line.text)
        default: (line.text, line.otherText)
        }
    }

    /// Shows only records in a range; an empty text leaves an end open.
    public mutating func narrow(_ field: FieldID, from first: String, to last: String, in schema: Schema) {
        becomeNarrowing(in: schema)
        let line: FindLine? =
            switch (first.isEmpty, last.isEmpty) {
            case (true, true): nil
            case (false, true): FindLine(field: field, comparison: .greaterOrEqual, text: first)
            case (true, false): FindLine(field: field, comparison: .lessOrEqual, text: last)
            case (false, false): FindLine(field: field, comparison: .between, text: first, otherText: last)
            }
        let index = rangeIndex(of: field)
        if let index { lines.remove(at: index) }
        if let line { lines.insert(line, at: index ?? lines.count) }
    }

    /// The same request without the list of a field: what is left to choose from.
    public func withoutList(of field: FieldID) -> FindRequest {
        var request = self
        if let index = listIndex(of: field) { request.lines.remove(at: index) }
        return request
    }

    private func rangeIndex(of field: FieldID) -> Int? {
        guard isNarrowing else { return nil }
        return lines.firstIndex {
            $0.field == field && $0.list == nil && [.between, .greaterOrEqual, .lessOrEqual].contains($0.comparison)
        }
    }

    /// Whether one more line leaves fewer records.
    private var isNarrowing: Bool { joining == .all || joining == .any && lines.count < 2 }

    /// Keeps lines that are joined in another way as one condition.
    private mutating func becomeNarrowing(in schema: Schema) {
        if !isNarrowing {
            if let group = try? group(for: schema) { kept = kept.map { .all([$0, group]) } ?? group }
            lines = []
        }
        joining = .all
    }
}
