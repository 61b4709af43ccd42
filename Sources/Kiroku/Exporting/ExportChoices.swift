import KirokuCore

/// The formats for exporting a document's records.
enum ExportFormat: CaseIterable {
    case tsv
    case csv
    case json
    case propertyList

    /// The name in the user's language.
    var title: String {
        switch self {
        case .tsv: localized("Tab-separated text (TSV)")
        case .csv: localized("Comma-separated text (CSV)")
        case .json: localized("JSON")
        case .propertyList: localized("Property list")
        }
    }

    /// The suffix of such files' names.
    var suffix: String {
        switch self {
        case .tsv: ".tsv"
        case .csv: ".csv"
        case .json: ".json"
        case .propertyList: ".plist"
        }
    }

    /// Whether field names, decimal sign and encoding can be chosen.
    var isText: Bool { self == .tsv || self == .csv }

    /// The format with the options that the user chose.
    func format(header: Bool, style: SeparatedText.Style, guardsFormulas: Bool) -> TableExport.Format {
        switch self {
        case .tsv: .separatedText(.init(header: header, style: style, guardsFormulas: guardsFormulas))
        case .csv:
            .separatedText(.init(separator: .comma, header: header, style: style, guardsFormulas: guardsFormulas))
        case .json: .json
        case .propertyList: .propertyList
        }
    }
}

extension OutputEncoding {
    /// The name in the user's language.
    var title: String {
        self == .utf8WithMark ? localized("UTF-8 with a byte order mark, for Excel") : encoding.name
    }
}

/// A choice of records to export or print.
struct ExportedRecords {
    /// The caption in the user's language, with the number of records.
    let title: String
    /// The records and fields to export or print.
    let part: TablePart
}
