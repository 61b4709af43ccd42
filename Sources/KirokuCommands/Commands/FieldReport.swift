import KirokuCore

/// What a command reports about a field.
struct FieldReport: Sendable {
    let field: FieldDefinition
    /// How many cells have a value of the field's type, are empty, and are to be fixed.
    let values: Int
    let empty: Int
    let toFix: Int
    /// The reason why a field of a text holds text.
    let reason: TextReason?
    /// `nil` if they are not asked for.
    let statistics: FieldStatistics?

    /// The reports on all fields.
    static func all(
        of contents: TableInput.Contents, hasStatistics: Bool
    ) async throws(CommandFailure) -> [FieldReport] {
        let (table, toFix) = (contents.table, contents.toFix)
        var reports: [FieldReport] = []
        for (index, field) in table.schema.fields.enumerated() {
            do {
                let empty = try await table.find(.test(field.id, .empty)).count
                reports.append(
                    FieldReport(
                        field: field, values: table.count - empty - table.unfitCount(inField: index), empty: empty,
                        toFix: toFix.count(inField: index),
                        reason: contents.text == nil ? nil : table.textReason(ofField: index),
                        statistics: hasStatistics ? try await table.statistics(of: field.id) : nil))
            } catch {
                throw CommandFailure(error)
            }
        }
        return reports
    }

    /// The rows of a table that shows what the fields hold, with its header.
    static func statisticsRows(_ reports: [FieldReport]) -> [[String]] {
        let header = [
            localized("Field"), localized("Different values"), localized("Minimum"), localized("Maximum"),
            localized("Mean"), localized("Sum"), localized("Most frequent"), localized("Times"),
        ]
        return [header]
            + reports.compactMap { report in
                guard let statistics = report.statistics else { return nil }
                let format = report.field.numberFormat
                func shown(_ value: CellValue?) -> String {
                    TextColumns.inOneLine(ShownText.short(value?.shownText(in: format) ?? ""))
                }
                let figures = statistics.summary.figures
                return [
                    TextColumns.inOneLine(report.field.name), localizedNumber(statistics.summary.distinct),
                    shown(statistics.least), shown(statistics.greatest), figures?.mean(in: format) ?? "",
                    figures?.sum(in: format) ?? "", shown(statistics.mostFrequent?.value),
                    statistics.mostFrequent.map { localizedNumber($0.count) } ?? "",
                ]
            }
    }
}
