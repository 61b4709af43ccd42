import Geometry
import GtkKit
import KirokuPictures
import Testing

@testable import KirokuViews

@Suite("Where a picture is on the preview")
struct PreviewPlaceTests {
    private var place: PreviewPlace {
        var place = PreviewPlace()
        place.picture = PixelSize(width: 4_000, height: 2_000)
        place.viewWidth = 400
        place.viewHeight = 400
        return place
    }

    @Test("It is as large as fits, in the middle, small ones too")
    func fitting() {
        #expect(place.rectangle == Rectangle(x: 0, y: 100, width: 400, height: 200))
        var small = place
        small.picture = PixelSize(width: 10, height: 20)
        #expect(small.rectangle == Rectangle(x: 100, y: 0, width: 200, height: 400))
    }

    @Test("What is under the pointer stays there when the picture grows")
    func zooming() {
        var place = place
        place.zoom(to: 1, aroundX: 100, y: 200)
        #expect(place.rectangle == Rectangle(x: -900, y: -800, width: 4_000, height: 2_000))
        place.fit()
        #expect(place.rectangle == Rectangle(x: 0, y: 100, width: 400, height: 200))
    }

    @Test("It cannot be moved out of sight, nor made smaller than fits")
    func limits() {
        var place = place
        place.zoom(to: 1, aroundX: 200, y: 200)
        place.pan(x: 100_000, y: 100_000)
        #expect(place.rectangle == Rectangle(x: 0, y: 0, width: 4_000, height: 2_000))
        place.pan(x: -100_000, y: -100_000)
        #expect(place.rectangle == Rectangle(x: -3_600, y: -1_600, width: 4_000, height: 2_000))
        place.zoom(to: 0.0001, aroundX: 0, y: 0)
        #expect(place.rectangle == Rectangle(x: 0, y: 100, width: 400, height: 200))
        place.zoom(to: 1_000, aroundX: 0, y: 0)
        #expect(place.shownZoom == PreviewPlace.mostZoom)
    }
}
