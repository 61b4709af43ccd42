import KirokuCore

/// What a new document begins with: a name to choose it by, and its fields.
///
/// A template ships with the app as a dictionary in a property list. Its texts stand under a key for each language, as
/// in desktop entries: `name` is English, `name[ja]` Japanese.
///
/// | Key | Means |
/// |---|---|
/// | `name` | what the template is called |
/// | `description` | what it is for, in a sentence |
/// | `fields` | the fields in their order, each a dictionary |
///
/// A field has a `name`, a `type` (`int`, `float`, `bool`, `string` or `date`) and, if it needs them, `initial` for what new
/// records start with, as a person types it, and `picture` for a field of pictures.
public struct DocumentTemplate: Sendable, Hashable {
    /// What it is called, and what a document made from it is proposed to be called.
    public let name: String
    /// What it is for; may be empty.
    public let explanation: String
    /// The fields that a document begins with, not checked yet (see `FieldsPlan`).
    public let fields: [FieldDraft]

    /// A template of these fields.
    public init(name: String, explanation: String, fields: [FieldDraft]) {
        self.name = name
        self.explanation = explanation
        self.fields = fields
    }

    /// A template as it is kept in a property list.
    ///
    /// - Parameters:
    ///   - values: the dictionary.
    ///   - languages: in which the texts are wanted, the first first, such as `["ja_JP", "ja"]`; what is in none of them
    ///     is English.
    /// - Returns: `nil` if something is missing or of another kind.
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
            isPicture: values["picture"] == .bool(true))
    }

    private static func text(_ key: String, in values: [String: PropertyValue], _ languages: [String]) -> String? {
        for key in languages.map({ "\(key)[\($0)]" }) + [key] {
            if case .string(let text)? = values[key] { return text }
        }
        return nil
    }
}
