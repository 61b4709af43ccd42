import Geometry
import GtkKit
import KirokuPresentation
import Testing

@testable import KirokuViews

@Suite("Bar chart layout")
struct BarChartLayoutTests {
    private static func layout(
        _ values: [Double], _ appearance: BarChartAppearance, width: Double = 400, height: Double = 300,
        labelWidth: Double = 30, range: ClosedRange<Double>? = nil
    ) -> BarChartLayout {
        let scale =
            range.flatMap { AxisScale(from: $0.lowerBound, to: $0.upperBound, ticks: 6) }
            ?? AxisScale(including: values, ticks: 6)
        return BarChartLayout(
            width: width, height: height, lineHeight: 20, appearance: appearance, scale: scale, values: values,
            widths: BarChartLayout.Widths(
                labels: values.map { _ in labelWidth }, values: values.map { _ in 20 },
                ticks: scale.ticks.map { _ in 24 }))
    }

    @Test("Standing bars are as high as their values, and stand on 0")
    func upright() {
        let layout = Self.layout([10, 5, 0], .upright)
        let plot = layout.plot
        #expect(plot == Rectangle(x: 36, y: 23, width: 358, height: 251))
        #expect(layout.origin == plot.y + plot.height)
        #expect(layout.bars.map(\.rectangle.height) == [251, 125.5, 0])
        for bar in layout.bars {
            #expect(bar.rectangle.y + bar.rectangle.height == layout.origin)
            #expect(!bar.isCutOff)
        }
        for (tick, position) in zip(layout.ticks, [274, 223.8, 173.6, 123.4, 73.2, 23]) {
            #expect(abs(tick.position - position) < 0.001)
        }
    }

    @Test("Lying bars are as long as their values, one below the other")
    func lying() {
        let layout = Self.layout([10, 5], .lying)
        let plot = layout.plot
        #expect(layout.origin == plot.x)
        #expect(layout.bars.map(\.rectangle.width) == [plot.width, plot.width / 2])
        #expect(layout.bars[0].rectangle.y < layout.bars[1].rectangle.y)
        #expect(layout.bars.allSatisfy { ($0.value?.x ?? 0) > $0.rectangle.x + $0.rectangle.width })
    }

    @Test("Negative bars go the other way", arguments: BarChartAppearance.allCases)
    func negative(appearance: BarChartAppearance) {
        let layout = Self.layout([-5, 10], appearance)
        let (low, high) = (layout.bars[0].rectangle, layout.bars[1].rectangle)
        if appearance == .upright {
            #expect(low.y == layout.origin)
            #expect(high.y + high.height == layout.origin)
            #expect((layout.bars[0].value?.y ?? 0) >= low.y + low.height)
        } else {
            #expect(low.x + low.width == layout.origin)
            #expect(high.x == layout.origin)
            #expect((layout.bars[0].value?.x ?? 400) < low.x)
        }
    }

    @Test("A bar that is longer than the range is cut off at its end", arguments: BarChartAppearance.allCases)
    func cutOff(appearance: BarChartAppearance) {
        let layout = Self.layout([150, 50, -20], appearance, range: 0...100)
        #expect(layout.bars.map(\.isCutOff) == [true, false, true])
        let length = appearance == .upright ? layout.plot.height : layout.plot.width
        let lengths = layout.bars.map { appearance == .upright ? $0.rectangle.height : $0.rectangle.width }
        #expect(lengths == [length, length / 2, 0])
    }

    @Test("A range without 0 has its bars begin at its nearer end")
    func rangeWithoutZero() {
        let layout = Self.layout([30, 40], .upright, range: 20...40)
        #expect(layout.origin == layout.plot.y + layout.plot.height)
        #expect(layout.bars.map(\.rectangle.height) == [layout.plot.height / 2, layout.plot.height])
    }

    @Test(
        "Everything stays inside, and nothing overlaps, whatever the size",
        arguments: BarChartAppearance.allCases, [1, 3, 10, 100, 1_000])
    func everythingInside(appearance: BarChartAppearance, count: Int) {
        let values = (0..<count).map { Double(($0 * 37) % 101) - 20 }
        for (width, height) in [(400.0, 300.0), (200, 120), (1_900, 1_000), (90, 60)] {
            let layout = Self.layout(values, appearance, width: width, height: height, labelWidth: 150)
            let whole = Rectangle(x: -1, y: -1, width: width + 2, height: height + 2)
            for bar in layout.bars {
                #expect(bar.rectangle.height >= 0 && bar.rectangle.width >= 0)
                if layout.plot.width > 0, layout.plot.height > 0 { #expect(whole.holds(bar.rectangle)) }
            }
            let labels = layout.bars.compactMap(\.label)
            for (one, next) in zip(labels, labels.dropFirst()) {
                if appearance == .upright, layout.plot.width > 0 { #expect(one.x + one.width <= next.x + 0.001) }
                if appearance == .lying { #expect(one.y + one.height <= next.y + 0.001) }
            }
            #expect(!labels.isEmpty || layout.plot.width == 0)
        }
    }

    @Test(
        "Labels are whole where at least two have room, and cut off otherwise",
        arguments: [(90.0, 2, true), (150, 4, false)])
    func wholeLabels(width: Double, count: Int, areWhole: Bool) {
        let layout = Self.layout(
            [46, 47, 56, 48, 48, 49, 6], .upright, width: 316, height: 390, labelWidth: width)
        let labels = layout.bars.compactMap(\.label)
        #expect(labels.count == count)
        #expect(labels.allSatisfy { ($0.width >= width) == areWhole })
    }

    @Test("A point is over the bar in whose slot it lies")
    func hits() {
        let upright = Self.layout([1, 2, 3], .upright)
        for (index, bar) in upright.bars.enumerated() {
            #expect(upright.bar(atX: bar.slot.x + 1, y: 5) == index)
        }
        #expect(upright.bar(atX: 2, y: 100) == nil)
        let lying = Self.layout([1, 2, 3], .lying)
        for (index, bar) in lying.bars.enumerated() {
            #expect(lying.bar(atX: 5, y: bar.slot.y + 1) == index)
        }
        #expect(Self.layout([], .lying).bar(atX: 5, y: 5) == nil)
    }

    @Test("Numbers along the axis do not run into each other in a small chart")
    func smallAxis() {
        for appearance in BarChartAppearance.allCases {
            let layout = Self.layout([10], appearance, width: 120, height: 70)
            let texts = layout.ticks.compactMap(\.text)
            #expect(texts.count < layout.ticks.count)
            for (one, next) in zip(texts, texts.dropFirst()) {
                #expect(appearance == .upright ? next.y + next.height <= one.y + 0.001 : one.x + one.width <= next.x)
            }
        }
    }
}

extension Rectangle {
    fileprivate func holds(_ other: Rectangle) -> Bool {
        other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }
}
