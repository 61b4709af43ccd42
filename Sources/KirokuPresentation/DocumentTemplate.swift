import KirokuCore

/// What a new document begins with: a name to choose it by, and its fields.
///
/// A template ships with the app as a dictionary in a property list. Each text has a key per language, as in desktop
/// entries: `name` is English, `name[ja]` Japanese.
///
/// | Key | Means |
/// |---|---|
/// | `name` | what the template is called |
/// | `description` | what it is for, in a sentence |
/// | `fields` | the fields in their order, each a dictionary |
///
/// A field has a `name`, a `type`, as `FieldType` names it, and, if needed, `initial`, the value of new records as the
/// user types it, `choices`, its choices with semicolons between them, `picture`, which is true for a field of pictures,
/// and `format`, how its numbers are shown, as documents store it (`2 grouped`: two decimal places, thousands set apart).
public struct DocumentTemplate: Sendable, Hashable {
    /// The name of the template, also proposed for documents made from it.
    public let name: String
    /// The purpose of the template; may be empty.
    public let explanation: String
    /// The fields that a document begins with; not checked yet (see `FieldsPlan`).
    public let fields: [FieldDraft]

    /// Creates a template with these fields.
    public init(name: String, explanation: String, fields: [FieldDraft]) {
        self.name = name
        self.explanation = explanation
        self.fields = fields
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
        self.init(name: name, explanation: Self.text("description", in: values, languages) ?? "", fields: fields)
    }

    private static func field(_ values: [String: PropertyValue], _ languages: [String]) -> FieldDraft? {
        guard let name = text("name", in: values, languages), case .string(let word)? = values["type"],
            let type = FieldType(rawValue: word)
        else { return nil }
        return FieldDraft(
            name: name, type: type, initialText: text("initial", in: values, languages) ?? "",
            options: (text("choices", in: values, languages).flatMap { Choices($0) }?.texts ?? []).map {
                ChoiceOption(text: $0)
            },
            isPicture: values["picture"] == .bool(true),
            numberFormat: text("format", in: values, languages).flatMap { NumberFormat(stored: $0) } ?? .asTyped)
    }

    private static func text(_ key: String, in values: [String: PropertyValue], _ languages: [String]) -> String? {
        for key in languages.map({ "\(key)[\($0)]" }) + [key] {
            if case .string(let text)? = values[key] { return text }
        }
        return nil
    }
}
