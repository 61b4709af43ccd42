import KirokuCore

/// What a new document starts with: a name to choose it by, its fields, and, for the sample, its records.
///
/// A template ships with the app as a dictionary in a property list. Each text has a key per language, as in desktop
/// entries: `name` is English, `name[ja]` Japanese.
///
/// | Key | Means |
/// |---|---|
/// | `name` | the name of the template |
/// | `description` | what it is for, in a sentence |
/// | `fields` | the fields in their order, each a dictionary |
/// | `records` | the records, if any, each a dictionary of texts by the English names of the fields |
///
/// A field has a `name`, a `type`, as `FieldType` names it, and, if needed, `initial`, the value of new records as the
/// user types it, `choices`, its choices with semicolons between them, `marks`, the colours of these (see
/// `ChoiceOption.Mark`), `picture`, which is true for a field of pictures, and `format`, how its numbers are shown, as
/// documents store it (`2 grouped`: two decimal places, thousands set apart).
public struct DocumentTemplate: Sendable, Hashable {
    /// The name of the template, also proposed for documents made from it.
    public let name: String
    /// The purpose of the template; may be empty.
    public let explanation: String
    /// The fields that a document starts with; not checked yet (see `FieldsPlan`).
    public let fields: [FieldDraft]
    /// The texts of the records that a document starts with, one for each field; none in a template for the user.
    public let records: [[String]]

    /// Creates a template with these fields.
    public init(name: String, explanation: String, fields: [FieldDraft], records: [[String]] = []) {
        self.name = name
        self.explanation = explanation
        self.fields = fields
        self.records = records
    }

    /// Reads a template from a property list.
    ///
    /// - Parameters:
    ///   - values: the dictionary.
    ///   - languages: the languages of the texts, the preferred one first, such as `["ja_JP", "ja"]`; texts in none of
    ///     them are in English.
    /// - Returns: `nil` if something is missing or of the wrong type.
    public init?(_ values: [String: PropertyValue], languages: [String]) {
        guard let name = Self.text("name", in: values, languages),
            case .array(let list)? = values["fields"], !list.isEmpty
        else { return nil }
        var fields: [FieldDraft] = []
        for value in list {
            guard case .dictionary(let field) = value, let draft = Self.field(field, languages) else { return nil }
            fields.append(draft)
        }
        guard let records = Self.records(values["records"], of: list, languages) else { return nil }
        self.init(
            name: name, explanation: Self.text("description", in: values, languages) ?? "", fields: fields,
            records: records)
    }

    /// A table with the fields and records; numbers are written with a decimal point, dates as 2024-04-03 or 2024-04.
    ///
    /// - Throws: `TableError` if the fields cannot be.
    public func table() throws(TableError) -> RecordTable {
        let schema = try FieldsPlan(fields, for: Schema()).newSchema()
        var table = RecordTable(schema: schema)
        for texts in records {
            try table.addRecord(
                zip(schema.fields, texts).map { field, text in
                    EntryReader(type: field.type, decimalSign: .point, keepsDigits: true, options: field.options)
                        .read(text)
                })
        }
        return table
    }

    /// The texts of records, in the order of the fields; `nil` if one has a text for a field that there is not.
    private static func records(
        _ value: PropertyValue?, of fields: [PropertyValue], _ languages: [String]
    ) -> [[String]]? {
        guard let value else { return [] }
        guard case .array(let list) = value else { return nil }
        let names: [String] = fields.compactMap { field in
            if case .dictionary(let field) = field { text("name", in: field, []) } else { nil }
        }
        var records: [[String]] = []
        for case .dictionary(let record) in list {
            let isKnown = record.keys.allSatisfy { names.contains(String($0.prefix { $0 != "[" })) }
            guard isKnown else { return nil }
            records.append(names.map { text($0, in: record, languages) ?? "" })
        }
        return records.count == list.count ? records : nil
    }

    private static func field(_ values: [String: PropertyValue], _ languages: [String]) -> FieldDraft? {
        guard let name = text("name", in: values, languages), let word = values["type"]?.text,
            let type = FieldType(rawValue: word), let options = Self.options(values, languages)
        else { return nil }
        return FieldDraft(
            name: name, type: type, initialText: text("initial", in: values, languages) ?? "",
            options: options,
            isPicture: values["picture"] == .bool(true),
            numberFormat: text("format", in: values, languages).flatMap { NumberFormat(stored: $0) } ?? .asTyped)
    }

    /// The choices of a field; `nil` if their number differs from that of their colours, or a colour has an unknown
    /// name.
    private static func options(_ values: [String: PropertyValue], _ languages: [String]) -> [ChoiceOption]? {
        let texts = text("choices", in: values, languages).flatMap { Choices($0) }?.texts ?? []
        guard let marks = values["marks"] else { return texts.map { ChoiceOption(text: $0) } }
        guard case .array(let list) = marks, list.count == texts.count else { return nil }
        var options: [ChoiceOption] = []
        for (text, value) in zip(texts, list) {
            guard let word = value.text, let mark = ChoiceOption.Mark(rawValue: word) else { return nil }
            options.append(ChoiceOption(text: text, mark: mark))
        }
        return options
    }

    private static func text(_ key: String, in values: [String: PropertyValue], _ languages: [String]) -> String? {
        for key in languages.map({ "\(key)[\($0)]" }) + [key] {
            if let text = values[key]?.text { return text }
        }
        return nil
    }
}
