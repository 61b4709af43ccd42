import GtkKit
import KirokuCore
import KirokuPresentation

/// The cells on the clipboard: those copied here, the values that another program offers, or else its text.
@MainActor
struct ClipboardCells {
    let cells: PastedCells
    /// What was copied here, if it is still on the clipboard.
    private let own: CopiedCells?

    /// Reads the clipboard; `nil` if there are no cells and no text on it.
    ///
    /// - Throws: `TextError`.
    static func read() async throws(TextError) -> ClipboardCells? {
        if let own = CopiedCells.offered, let cells = await own.cells(header: own.hasHeader) {
            return ClipboardCells(cells: cells, own: own)
        }
        let targets = Set(await Clipboard.targets())
        for form in PastedCells.Form.allCases where targets.contains(form.rawValue) {
            if let bytes = await Clipboard.read(form.rawValue), let cells = await PastedCells(bytes, form: form) {
                return ClipboardCells(cells: cells, own: nil)
            }
        }
        guard let text = await Clipboard.text(), !text.isEmpty else { return nil }
        return ClipboardCells(cells: try await PastedCells(text: text), own: nil)
    }

    /// The cells without the field names that they were copied with; `nil` if they come without names.
    func withoutHeader() async -> PastedCells? {
        guard let own, own.hasHeader else { return nil }
        return await own.cells(header: false)
    }
}
