import GtkKit
import KirokuCore

/// The templates that a new document can be made from, in the language of now.
@MainActor
enum TemplateStock {
    /// The empty one first, then those that ship with the program; one that cannot be read is left out.
    static func templates(of links: [any DictionaryLink]) -> [DocumentTemplate] {
        [empty] + links.compactMap { template(of: $0) }
    }

    /// A document needs a field to hold anything.
    private static var empty: DocumentTemplate {
        DocumentTemplate(
            name: localized("Empty"), explanation: localized("Begin with a single field, and add those that you need."),
            fields: [FieldDraft(name: localized("Name"))])
    }

    private static func template(of link: any DictionaryLink) -> DocumentTemplate? {
        do throws(StorageError) {
            if let template = DocumentTemplate(try link.load(), languages: languageNames) { return template }
            Reports.error("KRK_NEW_TPL", "a template is not as it should be")
        } catch {
            Reports.error("KRK_NEW_TPL", "a template cannot be read: \(error)")
        }
        return nil
    }
}
