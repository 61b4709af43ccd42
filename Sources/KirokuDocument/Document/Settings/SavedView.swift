/// How a document's records are shown, under a name.
///
/// A part that is `nil` leaves that as it is: a view with nothing but ``find`` is a saved search.
public struct SavedView: Sendable, Hashable {
    /// Its name, which is unique in the document.
    public var name: String
    /// Which records are shown.
    public var find: SavedFind?
    /// The order of the records; empty for the order of the table.
    public var sortRules: [SortRule]?
    /// The widths of columns, in pixels at a text scale of 1; those without an entry stay as they are.
    public var widths: [FieldID: Int]?
    /// The lines of text that each row shows, within ``RowHeight/lines``.
    public var rowLines: Int?
    /// Its place in the list of views, from 1; 0 until it is stored.
    var rank = 0

    /// A view, which is only checked when it is shown.
    public init(
        name: String, find: SavedFind? = nil, sortRules: [SortRule]? = nil, widths: [FieldID: Int]? = nil,
        rowLines: Int? = nil
    ) {
        self.name = name
        self.find = find
        self.sortRules = sortRules
        self.widths = widths
        self.rowLines = rowLines
    }

    /// So many views of a document are read; no more should be stored.
    public static let limit = 500

    /// What a view can say something about.
    public enum Part: Sendable, Hashable, CaseIterable {
        case find, order, widths, rowHeight
    }

    /// What it says something about.
    public var parts: Set<Part> {
        let isThere: [Part: Bool] = [
            .find: find != nil, .order: sortRules != nil, .widths: widths != nil, .rowHeight: rowLines != nil,
        ]
        return Set(isThere.filter(\.value).keys)
    }

    /// The view for the current fields.
    ///
    /// Conditions for a field that was removed stay, for ``Condition/check(for:)`` to report; rules and widths for one do
    /// not.
    func current(in lines: FieldLineage, among fields: [FieldDefinition]) -> SavedView {
        var view = self
        view.find?.condition = find?.condition?.current(in: lines, among: fields)
        view.sortRules = sortRules?.current(in: lines, among: fields)
        view.widths = widths.map { widths in
            Dictionary(
                widths.compactMap { id, width in lines.current(of: id, among: fields).map { ($0.id, width) } }
            ) { first, _ in first }
        }
        return view
    }
}

/// A search that a view stores.
public struct SavedFind: Sendable, Hashable, Codable {
    /// The condition for the records that are found; `nil` for all records.
    public var condition: Condition?
    /// Whether only the found records are shown; otherwise all are shown, and the user goes from one match to the next.
    public var showsOnlyFound: Bool

    /// A search, which is only checked when it is used.
    public init(_ condition: Condition?, showsOnlyFound: Bool = true) {
        self.condition = condition
        self.showsOnlyFound = showsOnlyFound
    }
}

/// How a view is stored: as JSON without its name, which is that of the setting.
extension SavedView: Codable {
    private enum CodingKeys: CodingKey {
        case find, sortRules, widths, rowLines, rank
    }

    /// Reads what ``encode(to:)`` has written.
    ///
    /// The file may come from anywhere: widths, heights and ranks that no document would write are left out.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(name: "")
        find = try values.decodeIfPresent(SavedFind.self, forKey: .find)
        sortRules = try values.decodeIfPresent([SortRule].self, forKey: .sortRules)
        rowLines = try values.decodeIfPresent(Int.self, forKey: .rowLines).map(RowHeight.clamped)
        let pairs = try values.decodeIfPresent([[Int]].self, forKey: .widths)
        widths = pairs.map { pairs in
            let valid = pairs.filter {
                $0.count == 2 && FieldID.range.contains($0[0]) && ColumnWidth.range.contains($0[1])
            }
            return Dictionary(valid.map { (FieldID(rawValue: $0[0]), $0[1]) }) { first, _ in first }
        }
        let rank = try values.decodeIfPresent(Int.self, forKey: .rank) ?? 0
        self.rank = Self.ranks.contains(rank) ? rank : 0
    }

    /// Writes all parts but the name.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(find, forKey: .find)
        try values.encodeIfPresent(sortRules, forKey: .sortRules)
        try values.encodeIfPresent(rowLines, forKey: .rowLines)
        let pairs = widths.map { $0.sorted { $0.key < $1.key }.map { [$0.key.rawValue, $0.value] } }
        try values.encodeIfPresent(pairs, forKey: .widths)
        try values.encode(rank, forKey: .rank)
    }

    /// The possible ranks of stored views.
    private static let ranks = 1...1_000_000
}

/// How wide a column can be.
package enum ColumnWidth {
    /// The widths that are stored, in pixels at a text scale of 1.
    package static let range = 1...100_000
}
