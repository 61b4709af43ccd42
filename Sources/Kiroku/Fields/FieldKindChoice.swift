import KirokuCore

/// What a field holds, as the user chooses it in a list: a type, or pictures, whose names are kept as text.
struct FieldKindChoice: Hashable {
    let type: FieldType
    let isPicture: Bool

    static let offered =
        FieldType.offered.map { Self(type: $0, isPicture: false) } + [Self(type: .string, isPicture: true)]

    init(type: FieldType, isPicture: Bool) {
        self.type = type
        self.isPicture = isPicture
    }

    /// What a draft holds.
    init(_ draft: FieldDraft) {
        self.init(type: draft.type, isPicture: draft.isPicture && draft.type.holdsText)
    }

    /// In the user's language.
    var name: String { isPicture ? localized("Picture") : type.name }
}
