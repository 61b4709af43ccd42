import CGtk
import CoreTestSupport
import Geometry
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class BarChartTests: GtkTestCase {
    func testTheBarsAreATableOfLabelsAndValues() throws {
        try onMain {
            let chart = BarChart(name: "Visitors")
            let window = testWindow(chart.canvas)
            try chart.setBars(labels: ["Mon", "火曜日", "Wednesday"], values: [12, 1_000.5, -3])
            workOff()
            XCTAssertEqual(chart.canvas.accessibleName, "Visitors")
            let table: any AccessibleTable = chart
            XCTAssertEqual(table.rowCount, 3)
            XCTAssertEqual((0..<table.columnCount).map(table.columnTitle), ["Label", "Value"])
            let rows = (0..<3).map { row in
                (0..<2).map { table.cell(at: CellIndex(row: row, column: $0)).text }
            }
            XCTAssertEqual(rows, [["Mon", "12"], ["火曜日", "1,000.5"], ["Wednesday", "-3"]])
            XCTAssertEqual(table.cell(at: CellIndex(row: 1, column: 1)).description, "火曜日: 1,000.5")
            for row in 0..<3 {
                let place = try XCTUnwrap(table.rectangle(of: CellIndex(row: row, column: 1)))
                let hit = table.cell(atX: place.x + place.width / 2, y: place.y + 1)
                XCTAssertEqual(hit, CellIndex(row: row, column: 1))
            }
            XCTAssertNil(table.rectangle(of: CellIndex(row: 3, column: 1)))
            window.destroy()
        }
    }

    func testTheArrowKeysWalkThroughTheBars() throws {
        try onMain {
            let chart = BarChart(name: "Visitors")
            let window = testWindow(chart.canvas)
            XCTAssertTrue(window.activate())
            chart.canvas.grabFocus()
            window.press(GDK_KEY_Right)
            XCTAssertNil(chart.focusedBar)
            try chart.setBars(labels: ["a", "b", "c"], values: [1, 2, 3])
            var walk: [Int?] = []
            for key in [GDK_KEY_Right, GDK_KEY_Right, GDK_KEY_End, GDK_KEY_Right, GDK_KEY_Left, GDK_KEY_Home] {
                window.press(key)
                walk.append(chart.focusedBar)
            }
            XCTAssertEqual(walk, [0, 1, 2, 2, 1, 0])
            XCTAssertEqual(chart.focusedCell, CellIndex(row: 0, column: 1))
            let last = chart.layout.bars[2].slot
            chart.canvas.click(x: last.x + 3, y: 50)
            XCTAssertEqual(chart.focusedBar, 2)
            try chart.setBars(labels: ["a"], values: [1])
            XCTAssertNil(chart.focusedBar)
            window.destroy()
        }
    }

    func testATooltipTellsTheWholeBar() throws {
        try onMain {
            let chart = BarChart(name: "Visitors")
            let window = testWindow(chart.canvas)
            let long = String(repeating: "長い名前", count: 20)
            try chart.setBars(labels: [long], values: [7])
            workOff()
            let slot = chart.layout.bars[0].slot
            chart.canvas.point(.move, x: slot.x + 5, y: 20)
            XCTAssertEqual(tooltip(of: chart), long + ": 7")
            chart.canvas.point(.move, x: 1, y: 20)
            XCTAssertNil(tooltip(of: chart))
            window.destroy()
        }
    }

    func testWrongCallsAreReportedAndChangeNothing() throws {
        try onMain {
            let chart = BarChart(name: "Visitors")
            let window = testWindow(chart.canvas)
            try chart.setBars(labels: ["a", "b"], values: [1, 2])
            try chart.setAppearance(2)
            try chart.setRange(min: 0, max: 5)
            let log = ReportLog()
            let calls: [(code: String, error: BarChartError, call: () throws -> Void)] = [
                ("KRK_BC_SA", .appearanceOutOfRange(9), { try chart.setAppearance(9) }),
                ("KRK_BC_SA", .appearanceOutOfRange(0), { try chart.setAppearance(0) }),
                (
                    "KRK_BC_SB", .countsDiffer(labels: 1, values: 2),
                    { try chart.setBars(labels: ["c"], values: [3, 4]) }
                ),
                (
                    "KRK_BC_SB", .valueNotFinite(index: 1),
                    { try chart.setBars(labels: ["c", "d"], values: [3, .infinity]) }
                ),
                ("KRK_BC_SR", .rangeEmpty(min: 5, max: 5), { try chart.setRange(min: 5, max: 5) }),
                ("KRK_BC_SR", .rangeEmpty(min: 0, max: .infinity), { try chart.setRange(min: 0, max: .infinity) }),
                ("KRK_BC_SZ", .sizeOutOfRange(width: 39, height: 40), { try chart.setSize(width: 39, height: 40) }),
            ]
            for (_, error, call) in calls {
                XCTAssertThrowsError(try call()) { XCTAssertEqual($0 as? BarChartError, error) }
            }
            XCTAssertEqual(log.take().map(\.code), calls.map(\.code))
            XCTAssertEqual(chart.labels, ["a", "b"])
            XCTAssertEqual(chart.values, [1, 2])
            XCTAssertEqual(chart.appearance, .lying)
            XCTAssertEqual(chart.range, 0...5)
            window.destroy()
        }
    }

    func testItIsDrawnWhateverTheValues() throws {
        try onMain {
            let chart = BarChart(name: "Visitors")
            let window = testWindow(chart.canvas, width: 200, height: 120)
            let greatest = Double.greatestFiniteMagnitude
            let lists: [[Double]] = [[], [0], [-1, -2], [greatest, -greatest], (0..<500).map { Double($0) }]
            for values in lists {
                for number in 1...2 {
                    try chart.setBars(labels: values.map { "\($0)" }, values: values)
                    try chart.setAppearance(number)
                    XCTAssertGreaterThan(drawn(chart), 0)
                }
            }
            window.destroy()
        }
    }

    func testNothingIsLeftWhenItHasGone() throws {
        try onMain {
            workOff()
            let before = ClosureBoxes.live
            weak var last: BarChart?
            for _ in 0..<10 {
                let chart = BarChart(name: "Visitors")
                last = chart
                let window = testWindow(chart.canvas)
                try chart.setBars(labels: ["a"], values: [1])
                workOff()
                window.destroy()
                // Whoever still holds it may go on calling it.
                try chart.setBars(labels: ["b"], values: [2])
                workOff()
            }
            XCTAssertNil(last)
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }
}

/// Draws the chart on a surface of its own, and counts the pixels that differ from the first.
@MainActor
private func drawn(_ chart: BarChart) -> Int {
    workOff()
    let (width, height) = (Int32(chart.canvas.width), Int32(chart.canvas.height))
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
    let cairo = cairo_create(surface)
    gtk_widget_draw(chart.canvas.pointer, cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    guard let data = cairo_image_surface_get_data(surface) else { return 0 }
    let pixels = UnsafeRawPointer(data).bindMemory(to: UInt32.self, capacity: stride * Int(height))
    let count = (0..<stride * Int(height)).count { pixels[$0] != pixels[0] }
    cairo_surface_destroy(surface)
    return count
}

@MainActor
private func tooltip(of chart: BarChart) -> String? {
    guard let text = gtk_widget_get_tooltip_text(chart.canvas.pointer) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}
