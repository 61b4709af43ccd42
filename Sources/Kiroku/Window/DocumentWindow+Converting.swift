import KirokuCore
import KirokuViews

/// Converting a document of an earlier version of Kiroku before its first edit is saved.
extension DocumentWindow {
    /// The conversion, which shows its progress in this window, above the message line.
    func conversion() -> DocumentConversion {
        let progress = ProgressRelay { [weak self] in self?.showConversion($0) }
        return DocumentConversion(backupIn: application.links.backupFolder) {
            progress.report($0)
        } ended: { [weak self] result in
            Task { @MainActor in self?.endConversion(result) }
        }
    }

    /// Shows the progress, unless the conversion takes no longer than any other edit.
    private func showConversion(_ fraction: Double) {
        let row = frame.conversion
        row.fraction = fraction
        guard conversionTimer == nil, fraction < 1 else { return }
        conversionTimer = AppClock.shared.after(0.3) { [weak self] in
            row.onCancel = { self?.shown?.document.cancelConversion() }
            row.begin(localized("Converting the document for this version of Kiroku…"))
        }
    }

    private func endConversion(_ result: Result<Backup, StorageError>) {
        conversionTimer = nil
        frame.conversion.end()
        guard case .success = result else { return }
        if hasSavingFailed {
            hasSavingFailed = false
            takeBackQuestion()
        }
        show(
            Message(
                localized(
                    "The document has been converted for this version of Kiroku. A backup of the original has been made."
                ), .ok))
    }
}
