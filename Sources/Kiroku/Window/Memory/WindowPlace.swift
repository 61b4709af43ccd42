import KirokuCore
import KirokuViews

/// How a document's window was left.
struct WindowPlace: Sendable, Hashable {
    /// In pixels, from 1; the size of the window while it did not fill the screen.
    var width: Int
    var height: Int
    var isMaximized: Bool
    /// Where the user was in the table.
    var table: GridPosition?
    /// The folder that files of the document were last written to or read from.
    var exchangeFolder: String?
}

/// The stored form. Without a valid size there is no place; other invalid values are left out.
extension WindowPlace {
    init?(stored values: [String: PropertyValue]) {
        guard case .int(let width) = values["width"], case .int(let height) = values["height"],
            (1...Self.most).contains(width), (1...Self.most).contains(height)
        else { return nil }
        self.init(width: width, height: height, isMaximized: values["maximized"] == .bool(true))
        if let folder = values["folder"]?.text, folder.hasPrefix("/") { exchangeFolder = folder }
        guard let above = values["rows above"]?.number, let left = values["left"]?.number, above >= 0, left >= 0 else {
            return
        }
        var table = GridPosition(record: nil, field: nil, rowsAbove: above, left: left)
        if case .int(let record) = values["record"] { table.record = RecordID(rawValue: Int64(record)) }
        if case .int(let top) = values["top"] { table.top = RecordID(rawValue: Int64(top)) }
        if case .int(let field) = values["field"] { table.field = FieldID(rawValue: field) }
        self.table = table
    }

    var stored: [String: PropertyValue] {
        var values: [String: PropertyValue] = [
            "width": .int(width), "height": .int(height), "maximized": .bool(isMaximized),
        ]
        values["folder"] = exchangeFolder.map { .string($0) }
        guard let table else { return values }
        values["rows above"] = .real(table.rowsAbove)
        values["left"] = .real(table.left)
        values["record"] = (table.record?.rawValue).map { .int(Int($0)) }
        values["top"] = (table.top?.rawValue).map { .int(Int($0)) }
        values["field"] = (table.field?.rawValue).map { .int($0) }
        return values
    }

    /// The greatest size that GTK takes; no screen is as large.
    private static let most = 32_767
}
