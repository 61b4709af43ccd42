import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

extension CardsScreen {
    /// Shows a sheet that asks what to export to a file for other programs.
    func showExport() {
        guard let window, window.dialog == nil, let document else { return }
        commitEditing()
        let export = ExportSheet(
            recordChoices(of: document.table), of: document.table.schema, titled: document.title, over: window
        ) { export, path, encoding, hasPictures, progress in
            let work = ExportWork(export, to: path, encoding: encoding, pictures: hasPictures ? document : nil)
            do throws(StorageError) {
                let pictures = try await work.run(progress: progress)
                return .success(Exported(count: export.part.recordCount, pictures: pictures))
            } catch {
                return .failure(.storage(error))
            }
        }
        export.show(over: window)
    }

    /// The records that can be exported or printed: all, those shown, or those selected.
    func recordChoices(of table: RecordTable) -> [ExportedRecords] {
        let whole = TablePart(table)
        var choices = [
            ExportedRecords(
                title: localized("All {count} record", "All {count} records", count: whole.recordCount), part: whole)
        ]
        if let shown = grid?.shownPart {
            choices.append(
                ExportedRecords(
                    title: localized(
                        "The {count} record shown, in its current order",
                        "The {count} records shown, in their current order",
                        count: shown.recordCount), part: shown))
        }
        if let selected = grid?.selectedPart {
            choices.append(
                ExportedRecords(
                    title: localized(
                        "The {count} selected record", "The {count} selected records", count: selected.recordCount),
                    part: selected))
        }
        return choices
    }
}

extension ExportSheet {
    /// Opens the sheet, and shows in the window what was exported.
    func show(over window: DocumentWindow) {
        onDone = { [weak window] in window?.show(Self.news(ofExportTo: $0, $1)) }
        window.hold(self)
        open()
    }

    private static func news(ofExportTo path: String, _ exported: Exported) -> Message {
        var news = [
            localized(
                "Exported {count} record to {file}.", "Exported {count} records to {file}.", count: exported.count,
                ["file": path])
        ]
        if let pictures = exported.pictures, !pictures.names.isEmpty {
            news.append(
                localized(
                    "{count} picture is in {folder}.", "{count} pictures are in {folder}.",
                    count: pictures.names.count, ["folder": FilePath.name(of: PictureFolderPath.beside(path))]))
        }
        var complaints = [exported.pictures?.complaint].compactMap(\.self)
        if exported.shortened > 0 { complaints.append(BrowseText.leftOut(exported.shortened)) }
        return Message(localizedSentences(news + complaints), complaints.isEmpty ? .ok : .caution)
    }
}
