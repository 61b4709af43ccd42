import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

extension CardsScreen {
    /// Lets the user choose a file of records, and shows in a sheet what importing it will do.
    func chooseImport() {
        guard let window, window.dialog == nil else { return }
        commitEditing()
        let filters = [
            FileChooser.Filter(
                name: localized("Text, JSON and property lists"), patterns: DroppedFiles.tableSuffixes.map { "*" + $0 }),
            FileChooser.Filter(name: localized("All files"), patterns: ["*"]),
        ]
        FileChooser.open(
            over: window.window, title: localized("Import"), accept: localized("_Import"),
            cancel: localized("_Cancel"), filters: filters, folder: window.remembered.exchangeFolder
        ) { [weak self] paths in
            if let path = paths.first { self?.window?.remembered.rememberExchangeFolder(path) }
            self?.importFiles(paths)
        }
    }

    /// Shows, for one text file after another, a sheet that shows what importing it will do.
    ///
    /// - Parameters:
    ///   - paths: the files.
    ///   - news: the message shown before, which is shown again together with what the first import has done.
    ///   - key: the index of the field by which the records of the first file are matched at first.
    func importFiles(_ paths: [String], after news: Message? = nil, by key: Int? = nil) {
        guard let path = paths.first, let window, window.dialog == nil else { return }
        let document = self.document.flatMap { $0.isReadOnly ? nil : $0 }
        let sheet = ImportSheet(of: path, into: document, by: key, over: window)
        sheet.onMade = { [weak window] made, pictures in
            window?.application.rememberMade(made, from: path)
            let news = pictures?.complaint.map { Message($0, .caution) }
            window?.application.open([made], news: news)
        }
        sheet.onMerged = { [weak window] plan, pictures in
            if pictures != nil { window?.shown?.pictures.changed() }
            let texts = [Self.news(of: plan)] + (pictures?.complaint.map { [$0] } ?? [])
            let own = Message(localizedSentences(texts), texts.count > 1 ? .caution : .ok)
            window?.show(news.joined(with: own))
            window?.markUpdated(by: path)
        }
        window.hold(sheet) { [weak self] in
            self?.importFiles(Array(paths.dropFirst()))
        }
        sheet.open()
    }

    private static func news(of plan: MergePlan) -> String {
        let count = plan.newRecordCount + plan.changedRecordCount
        guard count > 0 else { return localized("The document already has all of these records.") }
        return localized("{count} record imported.", "{count} records imported.", count: count)
    }
}
