import KirokuCore
import KirokuPresentation
import KirokuViews

extension CardsScreen {
    /// Asks where to look for duplicates, and shows those that are found.
    func findDuplicates() {
        guard let window, window.dialog == nil, let document, !document.isReadOnly else { return }
        commitEditing()
        let sheet = DuplicatesSheet(of: document, at: grid?.cursorField, leavingOut: noDuplicates, over: window)
        window.hold(sheet) { [weak self, weak sheet] in
            if let found = sheet?.found { self?.review(found, of: document) }
        }
        sheet.open()
    }

    private func review(_ duplicates: DuplicateReview, of document: Document) {
        guard let window, window.dialog == nil else { return }
        let sheet = DuplicatesReviewSheet(duplicates, of: document, over: window)
        window.hold(sheet) { [weak self, weak sheet] in
            if let sheet, self?.document === document { self?.noDuplicates.formUnion(sheet.review.leftOut) }
        }
        sheet.open()
    }
}
