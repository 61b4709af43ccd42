import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// A sheet about a paste that does not fit: how much is pasted, and which cells do not fit their fields.
///
/// The cells can be corrected there; the others are pasted as unfit text.
@MainActor
final class PasteReview: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    /// The maximum number of listed cells; the others are only counted.
    private static let listLimit = 200

    private let sheet: ModalSheet
    private let rows: [MisfitRow]
    private var plan: PastePlan
    private let paste: @MainActor (PastePlan) -> Void

    /// - Parameters:
    ///   - plan: what the paste would do.
    ///   - table: the table to paste into.
    ///   - window: the window that the sheet slides over.
    ///   - paste: called with the corrected plan when the user continues.
    init(
        _ plan: PastePlan, in table: RecordTable, over window: DocumentWindow,
        paste: @escaping @MainActor (PastePlan) -> Void
    ) {
        self.plan = plan
        self.paste = paste
        rows = plan.misfits.prefix(Self.listLimit).map { MisfitRow($0, in: table) }
        sheet = window.makeSheet(
            name: localized("Paste"), content: Self.content(plan, rows, table.schema), width: .wide)
        sheet.setCaptions(cancel: localized("_Cancel"), ok: localized("_Paste"))
        sheet.onOK = { [weak self] in self?.proceed() }
        sheet.onClosed = { [weak self] in self?.onClosed?() }
    }

    func open() {
        try? sheet.open()
    }

    private func proceed() {
        for row in rows where row.isCorrected {
            guard let index = plan.misfits.firstIndex(where: { $0.isCell(of: row.misfit) }) else { continue }
            plan.correct(index, to: row.text)
        }
        try? sheet.close()
        paste(plan)
    }

    private static func content(_ plan: PastePlan, _ rows: [MisfitRow], _ schema: Schema) -> Box {
        let content = sheetContent(localized("Paste"))
        for text in summary(of: plan) { content.append(paragraph(text)) }
        if let message = plan.broken.message {
            content.append(paragraph(message))
            for line in plan.broken.lines(of: schema) { content.append(paragraph(line, isMuted: true)) }
        }
        guard !rows.isEmpty else { return content }
        let list = column(spacing: 12)
        for row in rows { list.append(row.widget) }
        content.append(scrolled(list), fills: true)
        let others = plan.misfits.count - rows.count
        if others > 0 {
            content.append(
                paragraph(
                    localized("… and {count} more cell.", "… and {count} more cells.", count: others), isMuted: true))
        }
        return content
    }

    /// How many records get other values, how many are added, and which numbers needed understanding.
    static func effects(of plan: PastePlan) -> [String] {
        var texts: [String] = []
        if plan.overwrittenRecordCount > 0 {
            texts.append(
                localized(
                    "Overwrites {count} record.", "Overwrites {count} records.",
                    count: plan.overwrittenRecordCount))
        }
        if plan.newRecordCount > 0 {
            texts.append(
                localized("{count} record is new.", "{count} records are new.", count: plan.newRecordCount))
        }
        if let example = plan.formattedExample {
            texts.append(
                localized(
                    "Converted {count} number written as text, such as “{text}”.",
                    "Converted {count} numbers written as text, such as “{text}”.", count: plan.formattedCount,
                    ["text": ShownText.short(example)]))
        }
        if plan.formattedFieldCount > 0 {
            texts.append(
                localized(
                    "{count} field uses the number format of the pasted cells.",
                    "{count} fields use the number format of the pasted cells.", count: plan.formattedFieldCount))
        }
        return texts
    }

    private static func summary(of plan: PastePlan) -> [String] {
        var texts = effects(of: plan)
        if plan.leftOutFieldCount > 0 {
            texts.append(
                localized(
                    "{count} column has no matching field and will not be pasted.",
                    "{count} columns have no matching field and will not be pasted.",
                    count: plan.leftOutFieldCount))
        }
        if !plan.misfits.isEmpty {
            texts.append(
                localized(
                    "{count} cell does not fit its field. Correct it here, or paste it as it is and fix it later.",
                    "{count} cells do not fit their fields. Correct them here, or paste them as they are and fix them later.",
                    count: plan.misfits.count))
        }
        return texts
    }
}
