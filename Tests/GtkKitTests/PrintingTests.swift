import CGtk
import Foundation
import Geometry
import TestSupport
import XCTest

@testable import GtkKit

/// Paper, fonts, PDF files, and printing without a dialog.
final class PrintingTests: GtkTestCase {
    func testPaperComesBackFromItsText() {
        onMain {
            let first = PaperSetup()
            let size = gtk_paper_size_new("iso_a5")
            gtk_page_setup_set_paper_size(first.page.opaque, size)
            gtk_paper_size_free(size)
            gtk_page_setup_set_orientation(first.page.opaque, GTK_PAGE_ORIENTATION_LANDSCAPE)
            gtk_page_setup_set_left_margin(first.page.opaque, 20, GTK_UNIT_MM)
            let second = PaperSetup(text: first.text)
            XCTAssertEqual(second.paper.width, 210 / 25.4 * 96, accuracy: 0.5)
            XCTAssertEqual(second.paper.height, 148 / 25.4 * 96, accuracy: 0.5)
            XCTAssertEqual(second.paper.area.x, 20 / 25.4 * 96, accuracy: 0.5)
            XCTAssertGreaterThanOrEqual(second.paper.area.y, 38, "what printers do not reach is left free")
            for nonsense in ["", "nonsense", "[Page Setup]\nPPDName=x\n"] {
                XCTAssertGreaterThan(PaperSetup(text: nonsense).paper.width, 100)
            }
        }
    }

    func testAFontIsAsLargeOnAnyScreen() {
        onMain {
            let font = PrintFont(points: 9)
            XCTAssertEqual(font.lineHeight, 18, accuracy: 6)
            XCTAssertGreaterThan(font.width(of: "wide", style: .bold), font.width(of: "i"))
            XCTAssertGreaterThan(PrintFont(points: 18).lineHeight, 1.8 * font.lineHeight)
        }
    }

    func testAPDFFileHasItsPages() throws {
        try onMain {
            let bytes = Bytes()
            let pdf = PDFFile(paper: PaperSetup().paper, title: "Cards") { piece in
                bytes.all.append(contentsOf: piece)
                return true
            }
            for page in 1...3 {
                pdf.addPage { painter in
                    let line = Rectangle(x: 50, y: 50, width: 300, height: 20)
                    painter.text("number \(page) 記録", in: line, Color(red: 0, green: 0, blue: 0))
                }
            }
            pdf.finish()
            XCTAssertTrue(pdf.isGood)
            let text = try PrintedText.read(bytes.all)
            XCTAssertEqual(text.pages.count, 3)
            XCTAssertTrue(text.pages[1].contains("number 2 記録"), text.pages[1])
        }
    }

    func testAPDFFileThatCannotBeWrittenIsNotGood() {
        onMain {
            let pdf = PDFFile(paper: PaperSetup().paper, title: "Cards") { _ in false }
            pdf.addPage { _ in }
            pdf.finish()
            XCTAssertFalse(pdf.isGood)
        }
    }

    func testPrintingIntoAFileDrawsEachPageOnce() throws {
        try assertEachPageIsDrawnOnce()
    }

    func testPagesThatAreNotReadyAreWaitedFor() throws {
        try assertEachPageIsDrawnOnce(ready: [1])
    }

    private func assertEachPageIsDrawnOnce(ready: Set<Int> = [0, 1, 2]) throws {
        try onMain {
            let path = NSTemporaryDirectory() + "kiroku-print-\(getpid()).pdf"
            defer { unlink(path) }
            let before = ClosureBoxes.live
            let pages = FakePages(ready: ready)
            var outcome: PrintJob.Outcome?
            PrintJob(title: "Cards", setup: PaperSetup(), pages: pages).export(to: path) { result, _ in
                outcome = result
            }
            XCTAssertTrue(work(until: { outcome != nil }))
            XCTAssertEqual(outcome, .printed)
            XCTAssertEqual(pages.drawn, [0, 1, 2])
            XCTAssertEqual(pages.prepared, Set([0, 1, 2]).subtracting(ready))
            let text = try PrintedText.read([UInt8](Data(contentsOf: URL(filePath: path))))
            XCTAssertEqual(text.pages.count, 3)
            XCTAssertTrue(text.pages[2].contains("page 2"), text.pages[2])
            workOff()
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }

    private final class Bytes {
        var all: [UInt8] = []
    }

    @MainActor
    private final class FakePages: PrintedPages {
        var drawn: [Int] = []
        var prepared: Set<Int> = []
        private let ready: Set<Int>

        init(ready: Set<Int>) {
            self.ready = ready
        }

        func divide(among paper: PaperSetup.Paper) -> Int { 3 }

        func isReady(page: Int) -> Bool { ready.contains(page) }

        func prepare(page: Int) async {
            await Task.yield()
            prepared.insert(page)
        }

        func draw(page: Int, with painter: Painter) {
            drawn.append(page)
            let line = Rectangle(x: 50, y: 50, width: 300, height: 20)
            painter.text("page \(page)", in: line, Color(red: 0, green: 0, blue: 0))
        }
    }
}
