import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Keeps a second copy of the document, from now on, in the folder that the preferences name.
    func keepSecondCopy() {
        shown?.keepSecondCopy(
            in: application.preferences.secondCopyFolder,
            others: { [weak application] in Set(application?.windows.compactMap { $0.shown?.path } ?? []) },
            onEvent: { [weak self] in self?.show($0, about: $1) })
    }

    private func show(_ event: SecondCopyEvent, about place: SecondCopyFolder) {
        let folder = ["folder": ShownText.short(FilePath.name(of: place.folder))]
        switch event {
        case .isMissing:
            show(
                Message(
                    localized(
                        "The folder for second copies, “{folder}”, is missing. Copying resumes when it is available again.",
                        folder),
                    .caution))
        case .failed(let error):
            show(
                Message(
                    localized(
                        "No second copy in “{folder}”: {reason}", folder.merging(["reason": error.message]) { $1 }),
                    .caution))
        case .resumed:
            show(Message(localized("Copying to “{folder}” has resumed.", folder), .ok, passes: true))
        case .keptBeside(let path, let kept):
            let files = ["file": FilePath.name(of: path), "other": FilePath.name(of: kept)]
            show(
                Message(
                    localized(
                        "“{file}” in “{folder}” was changed by someone else. It was renamed to “{other}”.",
                        folder.merging(files) { $1 }), .caution))
        }
    }
}
