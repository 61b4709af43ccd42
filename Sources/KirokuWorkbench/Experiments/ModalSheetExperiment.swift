import GtkKit
import KirokuPresentation
import KirokuViews

/// The modal sheet over a part of the board, in right and wrong use.
final class ModalSheetExperiment: Experiment {
    static let title = "Modal sheet"

    private let host = SheetHost()
    private let sheet: ModalSheet
    private let name = entry(name: "Name")

    init(on page: Page) throws {
        let covered = column(spacing: 6)
        covered.append(label("This is under the sheet."))
        covered.append(button("_Covered") { page.write("Covered was pressed.") })
        host.setContent(covered)
        page.show(host.widget)
        let content = column(spacing: 6)
        content.append(label("Name"))
        content.append(name)
        content.setMargins(horizontal: 40, vertical: 20)
        sheet = ModalSheet(over: host, name: "Try the sheet", content: content)
        try sheet.setSlideTime(0.1)
    }

    func clear() async {
        if sheet.isOpen { try? sheet.close() }
    }

    static let steps: [Step<ModalSheetExperiment>] = [
        .normal("open") { me in
            try me.sheet.open()
            try check(me.sheet.isOpen, "the sheet is open")
        },
        .normal("smaller buttons") { $0.sheet.setLayout(size: .s3, x: .s3, y: .l3) },
        .normal("other captions") { $0.sheet.setCaptions(cancel: "_Cancel", ok: "_Register") },
        .normal("a message of each kind") { me in
            for kind in MessageKind.allCases { me.sheet.show(Message("This is \(kind.rawValue).", kind)) }
        },
        .normal("no message") { $0.sheet.show(nil) },
        .normal("close") { me in
            try me.sheet.close()
            try check(!me.sheet.isOpen, "the sheet is closed")
        },
        .normal("open again, and turn round on the way") { me in
            try me.sheet.open()
            try me.sheet.close()
            try me.sheet.open()
            try check(me.sheet.isOpen, "the sheet is open")
        },
        .error("opened when it is open", code: "KRK_SH_OP") { me in
            try expectRefusal { try me.sheet.open() }
        },
        .error("a slide time of 9 s; it stays as it was", code: "KRK_SH_ST") { me in
            try expectRefusal { try me.sheet.setSlideTime(9) }
            try check(me.sheet.slideTime.seconds == 0.1, "the slide time is 0.1 s")
        },
        .error("closed twice", code: "KRK_SH_CL") { me in
            try me.sheet.close()
            try expectRefusal { try me.sheet.close() }
        },
    ]
}
