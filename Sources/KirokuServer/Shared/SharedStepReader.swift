import FoundationEssentials
import KirokuCore

/// Reads steps from the rows of a document's history on a server.
struct SharedStepReader {
    private let layout: SharedLayout
    private let names: ShownNames
    /// The names of the columns, in the order of the fields.
    private let columns: [String]

    private typealias Own = SharedLayout.Own
    /// A record as recorded by a trigger: the texts of its columns by name.
    private typealias Image = [String: String?]

    init(_ layout: SharedLayout, _ names: ShownNames) {
        (self.layout, self.names) = (layout, names)
        columns = layout.columns.map(SQLText.unquoted)
    }

    /// - Parameter row: comma-separated text: time, person, role, program, and the parts of the step, or the records
    ///   before and after.
    /// - Returns: `nil` if it makes no sense.
    func step(_ row: Slice<UnsafeBufferPointer<UInt8>>) -> SharedStep? {
        let cells = Array(CopiedCells(row))
        guard cells.count == 6, let seconds = cells[0].flatMap(Double.init), seconds.isFinite else { return nil }
        let time = Date(timeIntervalSince1970: seconds)
        let author = CommitAuthor(person: names.shown(cells[1] ?? "", role: cells[2]), program: cells[3] ?? "")
        let known = author.person.isEmpty && author.program.isEmpty ? nil : author
        if let parts = cells[4] { return SharedStep(at: time, by: known, parts) }
        guard let records = cells[5], let change = change(records) else { return nil }
        return SharedStep(change, of: layout.fields, at: time, by: known)
    }

    // MARK: Records

    private func change(_ json: String) -> Change? {
        guard let pairs = try? JSONDecoder().decode([[Image?]].self, from: Data(json.utf8)) else { return nil }
        var (before, after) = (SharedImages(), SharedImages())
        for pair in pairs where pair.count == 2 {
            add(pair[0], to: &before)
            add(pair[1], to: &after)
        }
        return before.change(to: after, layout.fields)
    }

    private func add(_ image: Image?, to images: inout SharedImages) {
        guard let image, let id = image[Own.record].flatMap({ $0 }).flatMap({ Int64($0) }), RecordID.range.contains(id)
        else { return }
        let number = { (name: String) in image[name].flatMap { $0 }.flatMap { Int64($0) } }
        let record = RecordID(rawValue: id)
        images.add(
            record, place: SharedTable.place(number(Own.after), number(Own.step)) ?? Place(record), cells: cells(image))
    }

    private func cells(_ image: Image) -> [CellValue] {
        let texts = image[Own.texts].flatMap { $0 }.flatMap {
            try? JSONDecoder().decode([String: [String?]].self, from: Data($0.utf8))
        }
        return layout.fields.fields.indices.map { field in
            let (id, type) = (layout.fields[field].id, layout.fields[field].type)
            // JSON has a T where the server otherwise has a blank.
            var text = image[columns[field]].flatMap { $0 }
            if type.databaseType == "timestamp" { text = text?.replacing("T", with: " ") }
            let held = text.map { CellValue(plain: $0, of: type) } ?? .empty
            guard let kept = texts?[String(id.rawValue)], kept.count == 2, let shown = kept[1],
                (kept[0].map { CellValue(plain: $0, of: type) } ?? .empty) == held
            else { return held }
            return CellValue(plain: shown, of: type)
        }
    }
}
