import KirokuCore

/// Makes a document for demonstration, with a few sights, in memory.
enum SampleDocument {
    @MainActor
    static func make() throws -> Document {
        var table = try RecordTable(
            fieldNames: ["Name", "Ward", "Visits", "Rate", "Open"], fieldTypes: [.string, .string, .int, .float, .bool])
        for (index, name) in ["Tokyo Tower", "東京駅", "Tokyo Skytree", "浅草寺", "Ueno Zoo"].enumerated() {
            try table.addRecord([
                .string(name), .string(["Minato", "Chiyoda", "Taito"][index % 3]), .int(100 * index + 10),
                .float(3.5 + Double(index) / 4), .bool(index.isMultiple(of: 2)),
            ])
        }
        let contents = DocumentContents(table: table)
        return Document(title: "Sights", contents: contents, store: MemoryStore(contents))
    }
}
