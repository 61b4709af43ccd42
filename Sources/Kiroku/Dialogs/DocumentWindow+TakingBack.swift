import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Asks whether reverting a change should also overwrite what has been changed again since.
    ///
    /// - Parameter take: takes it back, over that as well or not.
    func askBeforeReverting(_ again: ChangedAgain, take: @escaping @MainActor (_ overwriting: Bool) -> Void) {
        guard dialog == nil else { return }
        let sheet = QuestionSheet(
            over: self, again.question, text: again.explanation, cancel: localized("_Cancel"),
            ok: again.hasOthers ? localized("Revert _All") : localized("_Revert"))
        func answer(_ overwriting: Bool) -> @MainActor () -> Void {
            { [weak sheet] in
                sheet?.close()
                take(overwriting)
            }
        }
        sheet.onOK = answer(true)
        if again.hasOthers { sheet.offer(localized("Only the _Others"), pressed: answer(false)) }
        hold(sheet)
        sheet.open()
    }
}

extension ChangedAgain {
    /// What has been changed again, in a sentence or two.
    fileprivate var question: String {
        var sentences: [String] = []
        if cellCount > 0 {
            sentences.append(
                localized(
                    "{count} cell has been changed again since.", "{count} cells have been changed again since.",
                    count: cellCount))
        }
        if recordCount > 0 {
            sentences.append(
                localized(
                    "{count} record added by this step has been changed since.",
                    "{count} records added by this step have been changed since.", count: recordCount))
        }
        return localizedSentences(sentences)
    }

    fileprivate var explanation: String {
        guard hasOthers else {
            return localized("Reverting overwrites these changes. You can undo it in one step.")
        }
        return localized(
            "“Revert All” also overwrites these changes; “Only the Others” keeps them. You can undo either in one step."
        )
    }
}
