import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class ObjectTests: GtkTestCase {
    /// Whether a GObject has been finalised, as its weak reference tells.
    private final class Watch {
        var isGone = false

        func follow(_ object: UnsafeMutableRawPointer) {
            g_object_weak_ref(
                object.assumingMemoryBound(to: GObject.self),
                { data, _ in
                    guard let data else { return }
                    Unmanaged<Watch>.fromOpaque(data).takeUnretainedValue().isGone = true
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    func testAdoptingSinksAFloatingReference() throws {
        try onMain {
            let object = try XCTUnwrap(kiroku_object_new(gtk_label_get_type()))
            XCTAssertNotEqual(g_object_is_floating(object), 0)
            let watch = Watch()
            watch.follow(object)
            var owner: ObjectRef? = ObjectRef(adopting: object)
            XCTAssertEqual(g_object_is_floating(owner?.pointer), 0)
            XCTAssertFalse(watch.isGone)
            owner = nil
            XCTAssertTrue(watch.isGone)
        }
    }

    func testRetainingLeavesTheOthersReference() throws {
        try onMain {
            let object = try XCTUnwrap(kiroku_object_new(g_object_get_type()))
            let watch = Watch()
            watch.follow(object)
            var owner: ObjectRef? = ObjectRef(retaining: object)
            XCTAssertNotNil(owner)
            owner = nil
            XCTAssertFalse(watch.isGone)
            g_object_unref(object)
            XCTAssertTrue(watch.isGone)
        }
    }

    func testAWidgetOwnsWhatIsAttachedToIt() {
        onMain {
            final class Controller {}
            weak var seen: Controller?
            let window = testWindow(label("x"))
            do {
                let controller = Controller()
                seen = controller
                attach(controller, to: window, key: "controller")
            }
            XCTAssertNotNil(seen)
            window.destroy()
            workOff()
            XCTAssertNil(seen)
        }
    }
}
