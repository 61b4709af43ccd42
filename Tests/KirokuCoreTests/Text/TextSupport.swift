@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Reads a text that is written out in a test.
func readText(
    _ text: String, separator: SeparatedText.Separator? = nil,
    header: SeparatedText.ReadingOptions.Header = .detected, fileExtension: String? = nil
) async throws(TextError) -> ImportedText {
    let options = SeparatedText.ReadingOptions(separator: separator, header: header, fileExtension: fileExtension)
    return try await SeparatedText.read(Array(text.utf8), options: options)
}

/// The table as text, with the header line.
func writeText(_ table: RecordTable, separator: SeparatedText.Separator = .tab) async throws -> String {
    String(decoding: try await SeparatedText.write(table, separator: separator), as: UTF8.self)
}

extension RecordTable {
    /// All cells, a list for each record.
    var rows: [[CellValue]] {
        (0..<count).map { record in schema.fields.indices.map { self[record, $0] } }
    }
}
