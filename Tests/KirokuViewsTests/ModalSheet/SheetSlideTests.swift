import Testing

@testable import KirokuViews

@Suite("Slide")
struct SheetSlideTests {
    @Test("It takes the whole time, from the first frame on")
    func time() {
        var slide = SheetSlide()
        slide.turn(up: true)
        slide.advance(to: 100, time: 0.5)
        #expect(slide.shownPart == 0)
        slide.advance(to: 100.25, time: 0.5)
        #expect(slide.phase == 0.5)
        #expect(!slide.isDone)
        slide.advance(to: 100.5, time: 0.5)
        #expect(slide.isDone)
        #expect(slide.shownPart == 1)
        slide.turn(up: false)
        slide.advance(to: 200, time: 5)
        slide.advance(to: 202.5, time: 5)
        #expect(slide.phase == 0.5)
        slide.advance(to: 300, time: 5)
        #expect(slide.isDone)
        #expect(slide.shownPart == 0)
    }

    @Test("It never goes back on its way, and slows down at the end")
    func monotony() {
        var slide = SheetSlide()
        slide.turn(up: true)
        var parts: [Double] = []
        for frame in 0...30 {
            slide.advance(to: Double(frame) / 60, time: 0.5)
            parts.append(slide.shownPart)
        }
        let steps = zip(parts.dropFirst(), parts).map { $0 - $1 }
        #expect(steps.allSatisfy { $0 >= 0 })
        #expect(zip(steps.dropFirst(), steps).allSatisfy { $0 <= $1 + 1e-9 })
        // The frames' clock may be read out of order.
        slide.turn(up: false)
        slide.advance(to: 2, time: 0.5)
        slide.advance(to: 1, time: 0.5)
        #expect(slide.phase == 1)
    }

    @Test("Turned round on its way, it goes back from where it is")
    func turning() {
        var slide = SheetSlide()
        slide.turn(up: true)
        slide.advance(to: 1, time: 1)
        slide.advance(to: 1.25, time: 1)
        slide.turn(up: false)
        #expect(slide.phase == 0.25)
        slide.advance(to: 9, time: 1)
        #expect(slide.phase == 0.25)
        slide.advance(to: 9.25, time: 1)
        #expect(slide.isDone)
        #expect(slide.phase == 0)
    }

    @Test("It can be where it goes at once")
    func finishing() {
        var slide = SheetSlide()
        #expect(slide.isDone)
        slide.turn(up: true)
        #expect(!slide.isDone)
        slide.finish()
        #expect(slide.isDone)
        #expect(slide.shownPart == 1)
    }
}
