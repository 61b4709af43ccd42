import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

extension CardsScreen {
    /// Shows a sheet that asks what to export to a file for other programs.
    func showExport() {
        guard let window, window.dialog == nil, let document else { return }
        commitEditing()
        let export = ExportSheet(recordChoices(of: document.table), of: document, over: window)
        export.onDone = { [weak window] path, count, pictures in
            window?.show(Self.news(ofExportTo: path, count, pictures))
        }
        export.onClosed = { [weak window] in window?.dialog = nil }
        window.dialog = export
        export.open()
    }

    private static func news(ofExportTo path: String, _ count: Int, _ pictures: PictureTransfer?) -> Message {
        var news = [
            localized(
                "Exported {count} record to {file}.", "Exported {count} records to {file}.", count: count,
                ["file": path])
        ]
        if let pictures, !pictures.names.isEmpty {
            news.append(
                localized(
                    "{count} picture is in {folder}.", "{count} pictures are in {folder}.",
                    count: pictures.names.count, ["folder": FilePath.name(of: PictureFolderPath.beside(path))]))
        }
        guard let complaint = pictures?.complaint else { return Message(localizedSentences(news), .ok) }
        return Message(localizedSentences(news + [complaint]), .caution)
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
                        "The {count} record shown, as ordered", "The {count} records shown, as ordered",
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
