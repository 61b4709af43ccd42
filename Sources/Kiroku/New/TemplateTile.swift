import GtkKit
import KirokuCore
import KirokuPresentation

/// What the tile of a template says.
enum TemplateTile {
    /// The name, the names of the fields, and of all fields also what they hold.
    @MainActor
    static func texts(_ template: DocumentTemplate) -> ChoiceTiles.Tile {
        ChoiceTiles.Tile(
            title: template.name, detail: template.fields.map(\.name).joined(separator: localized(", ")),
            description: template.fields.map(line).joined(separator: "\n"))
    }

    /// “Title: Text”, or “Light: Choice (Full sun; Half shade; Shade)”.
    private static func line(_ field: FieldDraft) -> String {
        let values = ["field": field.name, "kind": FieldKindChoice(field).name]
        guard !field.options.isEmpty else { return localized("{field}: {kind}", values) }
        return localized(
            "{field}: {kind} ({choices})",
            values.merging(["choices": field.options.map(\.text).joined(separator: "; ")]) { $1 })
    }
}
