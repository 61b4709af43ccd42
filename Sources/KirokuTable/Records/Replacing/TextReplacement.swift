/// A replacement of one text by another: in the texts of String fields, and in numbers, dates and times as a person
/// would type them.
public struct TextReplacement: Sendable, Hashable {
    /// How to interpret ``wanted`` and ``replacement``.
    public enum Form: Sendable, Hashable {
        /// Letter by letter.
        case text
        /// As a regular expression, as in ``Comparison/matches``, and its replacement.
        ///
        /// In the replacement, `\1` to `\9` stand for the matches of the expression's groups (nothing, if there is no
        /// such group), `\0` for the whole match, `\n` for a line break, `\t` for a tab and `\\` for a backslash; other
        /// backslashes stand for themselves.
        case pattern
    }

    /// The text to search for; nothing is found if it is empty.
    public var wanted: String
    /// The text that replaces it; empty to remove it.
    public var replacement: String
    /// Whether that is a regular expression.
    public var form: Form
    /// Which differences between texts are ignored.
    public var ignored: TextDifferences
    /// The fields to search; those that do not exist or cannot be replaced in (``FieldType/isReplaceable``) are
    /// ignored.
    public var fields: [FieldID]

    /// A replacement, which is not yet checked (see ``RecordTable/planReplacement(_:in:progress:)``).
    public init(
        of wanted: String, by replacement: String, as form: Form = .text, ignoring ignored: TextDifferences = [],
        in fields: [FieldID]
    ) {
        self.wanted = wanted
        self.replacement = replacement
        self.form = form
        self.ignored = ignored
        self.fields = fields
    }
}

/// What a replacement will do, computed before anything is changed.
public struct ReplacementPlan: Sendable {
    /// How many times the text occurs in the cells.
    public let textCount: Int
    /// How many records contain it.
    public let recordCount: Int
    /// How many records have a text on which the regular expression took too long; nothing is replaced there.
    public let givenUpCount: Int
    /// How many cells will have unfit text instead of a value.
    public let unfitCount: Int
    /// The cells with their new contents, by the indexes of the searched table; a cell with no text left becomes empty.
    public let edits: [CellEdit]
    /// The replacement as one step of the history; `nil` if there is nothing to replace.
    public let change: Change?
}

extension RecordTable {
    /// Computes where a replacement applies, and how often, without changing anything.
    ///
    /// Works in the background; cancelling the task stops it. Costs one pass to find the cells, and then a String for
    /// each of them.
    ///
    /// - Parameters:
    ///   - replacement: what to replace, and where.
    ///   - records: the indexes of the records to search, in any order; `nil` for all.
    ///   - progress: called with the progress from 0 to 1, on any thread.
    /// - Throws: ``QueryError/cancelled``, ``QueryError/invalidPattern(_:_:)``.
    @concurrent
    public func planReplacement(
        _ replacement: TextReplacement, in records: [Int]? = nil, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(QueryError) -> ReplacementPlan {
        let fields = schema.fields.indices.filter { index in
            schema[index].type.isReplaceable && replacement.fields.contains(schema[index].id)
        }
        let allowed = records.map { Set($0) }
        let replacer = try Replacer(replacement)
        var edits: [CellEdit] = []
        var textCount = 0
        var givenUpCount = 0
        for (place, field) in fields.enumerated() where !replacement.wanted.isEmpty {
            let found = try await search(candidates(inField: field, for: replacement))
            givenUpCount += found.givenUpCount
            let hits = found.records.filter { allowed?.contains($0) ?? true }
            let parts = await Parallel.mapOnThreads([hits]) { hits, stop in
                edited(hits, inField: field, by: replacer, stop) { share in
                    progress?((Double(place) + share) / Double(fields.count))
                }
            }
            if Task.isCancelled { throw .cancelled }
            for part in parts {
                edits += part.edits
                textCount += part.textCount
                givenUpCount += part.givenUpCount
            }
        }
        return ReplacementPlan(
            textCount: textCount, recordCount: Set(edits.map(\.record)).count, givenUpCount: givenUpCount,
            unfitCount: edits.count { $0.value.isUnfit && !self[$0.record, $0.field].isUnfit }, edits: edits,
            change: change(setting: edits, appending: RecordTable(schema: schema)))
    }

    /// Finds the cells in which there may be something to replace.
    private func candidates(inField field: Int, for replacement: TextReplacement) -> Condition {
        let definition = schema[field]
        guard definition.type.holdsText else { return .test(definition.id, .notEmpty) }
        let operand = Operand.text(replacement.wanted, ignoring: replacement.ignored)
        return .test(definition.id, replacement.form == .pattern ? .matches : .contains, operand)
    }

    /// The resulting cells of one field, the number of replacements in them, and how many texts took too long.
    private func edited(
        _ records: [Int], inField field: Int, by replacer: Replacer, _ stop: StopFlag, progress: (Double) -> Void
    ) -> (edits: [CellEdit], textCount: Int, givenUpCount: Int) {
        let replace = replacer.onThisThread(stop)
        let (type, format) = (schema[field].type, schema[field].numberFormat)
        let reader = EntryReader.typing(into: type)
        var edits: [CellEdit] = []
        var textCount = 0
        var givenUpCount = 0
        for (done, record) in records.enumerated() {
            if stop.isSet { break }
            if done & 1_023 == 0 { progress(Double(done) / Double(records.count)) }
            guard let text = self[record, field].entryText(in: format) else { continue }
            guard let (new, count) = replace(text) else {
                givenUpCount += 1
                continue
            }
            guard count > 0, new != text else { continue }
            textCount += count
            let value = type.holdsText ? .string(new) : reader.read(new)
            edits.append(CellEdit(record: record, field: field, value: new.isEmpty ? .empty : value))
        }
        return (edits, textCount, givenUpCount)
    }
}

/// Makes the replacements of a ``TextReplacement`` in one text after another.
private enum Replacer: Sendable {
    case text(TextReplacer)
    case pattern(PatternReplacer)

    init(_ replacement: TextReplacement) throws(QueryError) {
        switch replacement.form {
        case .text: self = .text(TextReplacer(replacement))
        case .pattern: self = .pattern(try PatternReplacer(replacement))
        }
    }

    /// Returns a text with its replacements and their number, or `nil` if it takes too long.
    func onThisThread(_ stop: StopFlag) -> (String) -> (text: String, count: Int)? {
        switch self {
        case .text(let replacer): return { replacer.replaced(in: $0) }
        case .pattern(let replacer):
            let matcher = replacer.makeMatcher(stop)
            return { replacer.replaced(in: $0, matcher) }
        }
    }
}
