import KirokuCore
import KirokuPresentation
import KirokuViews

extension CardsScreen {
    /// Asks where to look for duplicates, and shows those that are found.
    func findDuplicates() {
        guard let window, window.dialog == nil, let document, !document.isReadOnly else { return }
        commitEditing()
        let sheet = DuplicatesSheet(of: document, at: grid?.cursorField, leavingOut: noDuplicates, over: window)
        sheet.onClosed = { [weak self, weak window] found in
            window?.dialog = nil
            if let found { self?.review(found, of: document) }
        }
        window.dialog = sheet
        sheet.open()
    }

    private func review(_ duplicates: DuplicateReview, of document: Document) {
        guard let window, window.dialog == nil else { return }
        let sheet = DuplicatesReviewSheet(duplicates, of: document, over: window)
        sheet.onClosed = { [weak self, weak window] leftOut in
            window?.dialog = nil
            if self?.document === document { self?.noDuplicates.formUnion(leftOut) }
        }
        window.dialog = sheet
        sheet.open()
    }
}
