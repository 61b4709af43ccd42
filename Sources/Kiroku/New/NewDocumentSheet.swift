import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// A sheet in which the user chooses a template and adapts its fields; OK asks where to put the document, and makes it.
@MainActor
final class NewDocumentSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called with the path of the document when it has been made.
    var onMade: ((_ path: String) -> Void)?

    private let sheet: ModalSheet
    private let templates: [DocumentTemplate]
    private let tiles: ChoiceTiles
    private let explanation = paragraph("", isMuted: true)
    private let editor: FieldsEditor
    /// The fields of each template as the user left them, so that looking at another one loses nothing.
    private var drafts: [[FieldDraft]]
    private var shownTemplate = 0
    private weak var window: DocumentWindow?
    private var task: Task<Void, Never>?
    /// Asks whether to discard what was typed.
    private let question: ChangesQuestion

    /// - Parameters:
    ///   - templates: at least one; the first is chosen.
    ///   - window: the window that the sheet slides over.
    init(_ templates: [DocumentTemplate], over window: DocumentWindow) {
        self.window = window
        self.templates = templates
        drafts = templates.map(\.fields)
        tiles = ChoiceTiles(
            name: localized("Template"), templates.map(ChoiceTiles.Tile.init), width: Self.tileWidth)
        editor = FieldsEditor(templates[0].fields, of: nil)
        let name = localized("New Document")
        let content = column(spacing: 12)
        sheet = window.makeSheet(name: name, content: content, width: .wide)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("C_reate…"))
        question = ChangesQuestion(
            in: sheet, over: window, localized("Discard the fields of the new document?"),
            text: localized("The document has not been created yet. What you have typed will be lost."),
            ok: localized("C_reate…"), discard: localized("_Discard the Fields"))
        editor.onEnd = { [weak sheet] in sheet?.focusOK() }
        sheet.onOK = { [weak self] in self?.askForFile() }
        sheet.mayCancel = { [weak self] in self.map { $0.question.mayCancel(hasChanges: $0.isTouched) } ?? true }
        question.onKeep = { [weak self] in self?.askForFile() }
        sheet.onCancel = { [weak self] in self?.task?.cancel() }
        sheet.onClosed = { [weak self] in
            self?.task?.cancel()
            self?.editor.end()
            self?.onClosed?()
        }
        build(content, heading: name)
        tiles.onChange = { [weak self] in self?.showTemplate() }
        showTemplate()
    }

    /// The minimum width of a tile, in pixels: five are side by side in a window of 800.
    private static let tileWidth = 140

    /// Opens the sheet with the focus in the first field's name, where Enter moves to the next field.
    func open() {
        try? sheet.open()
        editor.grabFocus()
    }

    private var isTouched: Bool {
        var drafts = drafts
        drafts[shownTemplate] = editor.drafts
        return drafts != templates.map(\.fields)
    }

    private func build(_ content: Box, heading text: String) {
        let title = sheetTitle(text)
        content.setMargins(vertical: 24)
        content.append(title)
        content.append(tiles.widget)
        content.append(explanation)
        content.append(heading(localized("Fields")))
        content.append(editor.widget)
        content.showAll()
    }

    private func showTemplate() {
        let chosen = tiles.chosen
        explanation.text = templates[chosen].explanation
        guard chosen != shownTemplate else { return }
        drafts[shownTemplate] = editor.drafts
        shownTemplate = chosen
        editor.show(drafts[chosen])
        sheet.show(nil)
    }

    private func askForFile() {
        guard task == nil, let window else { return }
        let plan = FieldsPlan(editor.drafts, for: Schema())
        let problems = plan.problems
        editor.show(problems)
        let schema: Schema
        do throws(TableError) {
            schema = try plan.newSchema()
        } catch {
            return sheet.show(Message(error.message, .error))
        }
        sheet.show(nil)
        let folder = window.application.links.documents
        let title = shownTemplate == 0 ? localized("Untitled") : templates[shownTemplate].name
        let proposal = DocumentName.free(for: title, in: folder, isTaken: CanonicalPath.isTaken)
        FileChooser.save(
            over: window.window, title: localized("New Document"), accept: localized("_Create"),
            cancel: localized("_Cancel"), name: FilePath.name(of: proposal), folder: folder, replaces: false
        ) { [weak self] path in
            self?.make(RecordTable(schema: schema), at: DocumentName.withSuffix(path))
        }
    }

    private func make(_ table: RecordTable, at path: String) {
        guard task == nil, sheet.isOpen else { return }
        task = Task { [weak self] in
            let result: Result<Void, StorageError>
            do throws(StorageError) {
                try await DocumentStores.create(at: path, table: table).close()
                result = .success(())
            } catch {
                result = .failure(error)
            }
            self?.finish(result, path: path)
        }
    }

    private func finish(_ result: Result<Void, StorageError>, path: String) {
        task = nil
        guard sheet.isOpen else { return }
        switch result {
        case .success:
            try? sheet.close()
            onMade?(path)
        case .failure(let error): sheet.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
    }
}

/// The templates for a new document, in the current language.
@MainActor
enum TemplateStock {
    /// The empty template, followed by those that ship with the program and can be read.
    static func templates(of links: [any DictionaryLink]) -> [DocumentTemplate] {
        [empty] + links.compactMap { template(of: $0) }
    }

    /// It has one field, because a document without fields cannot hold anything.
    private static var empty: DocumentTemplate {
        DocumentTemplate(
            name: localized("Empty"), explanation: localized("Start with a single field and add the ones you need."),
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

extension DocumentWindow {
    /// Shows a sheet that asks for the fields of a new document, and then makes it.
    func showNewDocument() {
        guard dialog == nil, !opening.isRunning else { return }
        screen?.commitEditing()
        let new = NewDocumentSheet(TemplateStock.templates(of: application.links.templates), over: self)
        new.onMade = { [weak self] in self?.application.open([$0]) }
        hold(new)
        new.open()
    }
}

extension ChoiceTiles.Tile {
    /// The tile of a template: its name, the names of the fields, and of all fields also what they hold.
    @MainActor
    fileprivate init(_ template: DocumentTemplate) {
        self.init(
            title: template.name, detail: template.fields.map(\.name).joined(separator: localized(", ")),
            description: template.fields.map(Self.line).joined(separator: "\n"))
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
