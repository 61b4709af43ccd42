/// A step of the undo history as JSON:
/// `{"title":[kind,count,name],"change":…,"decided":[…]}` with the change as ``ChangeText`` has it, and the conflicts that
/// the step has decided (``KeptConflict``).
enum StepText {
    /// `nil` if it would have more than `limit` bytes.
    static func text(
        of step: HistoryStep, limit: Int, field: ChangeText.FieldLookup
    ) throws(StorageError) -> String? {
        guard let change = try ChangeText.text(of: step.change, limit: limit, field: field) else { return nil }
        var json = JSONBytes()
        let (kind, count) = step.title.stored
        json.append("{\"title\":[\(kind),\(count),")
        json.append(quoted: step.title.storedName ?? "")
        json.append("],\"change\":")
        json.append(change)
        json.append(",\"decided\":")
        json.append(list: step.decided.compactMap { KeptConflict.text(of: $0) }) { json, conflict in
            json.append(conflict)
        }
        json.append("}")
        return json.bytes.count <= limit ? json.text : nil
    }

    /// The step that a text stands for; `nil` if it is invalid.
    ///
    /// A file may come from anywhere, so nothing is trusted.
    ///
    /// - Parameter fields: what fields are known by in memory that have another number in the file.
    static func step(_ text: String, fields: [FieldID: FieldID] = [:]) -> HistoryStep? {
        JSONScanner.read(text) { (json) throws(ListFault) in
            var title: ChangeTitle?
            var change: Change?
            var decided: [EditConflict] = []
            try json.object { (json, member) throws(ListFault) in
                switch member {
                case "title": title = try self.title(&json)
                case "change": change = try ChangeTextReader.change(&json, fields: fields)
                case "decided":
                    try json.list { (json) throws(ListFault) in
                        guard let conflict = KeptConflict.conflict(in: try json.raw()) else { throw .invalid }
                        decided.append(conflict)
                    }
                default: throw .invalid
                }
            }
            guard let title, let change else { throw .invalid }
            return HistoryStep(change: change, title: title, decided: decided)
        }
    }

    private static func title(_ json: inout JSONScanner) throws(ListFault) -> ChangeTitle {
        var numbers: [Int] = []
        var name: String?
        try json.list { (json) throws(ListFault) in
            if numbers.count < 2 {
                numbers.append(try json.number())
            } else {
                name = try json.string()
            }
        }
        guard let name, let title = ChangeTitle(stored: numbers[0], count: numbers[1], name: name) else {
            throw .invalid
        }
        return title
    }
}
