import KirokuCore
import KirokuServer

/// Exporting all records that are browsed on their server.
extension BrowsePanes {
    /// Shows a sheet that asks how to export them.
    func showExport() {
        guard let window, window.dialog == nil else { return }
        // The records loaded so far stand for all of them.
        let choice = ExportedRecords(title: BrowseText.count(rows), part: TablePart(rows.table))
        let export = ExportSheet([choice], of: rows.facts.schema, titled: rows.facts.name, over: window) {
            [rows] export, path, encoding, _, progress in
            let work = BrowseExport(rows, fields: export.part.fields, as: export.format)
            do throws(SyncError) {
                let written = try await work.write(toFile: path, encoding: encoding, progress: progress)
                return .success(Exported(count: written.count, pictures: nil, shortened: written.shortened))
            } catch {
                return .failure(error)
            }
        }
        export.show(over: window)
    }
}
