import KirokuCore

/// The formats that a document's records are exported in.
enum ExportFormat: CaseIterable {
    case tsv
    case csv
    case json
    case propertyList

    /// In the user's language.
    var title: String {
        switch self {
        case .tsv: localized("Tab-separated text (TSV)")
        case .csv: localized("Comma-separated text (CSV)")
        case .json: localized("JSON")
        case .propertyList: localized("Property list")
        }
    }

    /// What names of such files end in.
    var suffix: String {
        switch self {
        case .tsv: ".tsv"
        case .csv: ".csv"
        case .json: ".json"
        case .propertyList: ".plist"
        }
    }

    /// Whether names of fields and another decimal sign can be asked for.
    var isText: Bool { self == .tsv || self == .csv }

    /// The format with what was asked for.
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
    /// In the user's language.
    var title: String {
        self == .utf8WithMark ? localized("UTF-8 with a byte order mark, for Excel") : encoding.name
    }
}

/// A choice of records to export or print.
struct ExportedRecords {
    /// In the user's language, with their number.
    let title: String
    /// The records, and the fields that are selected of them.
    let part: TablePart
}
