import CGtk
import FoundationEssentials
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class MessageLineTests: GtkTestCase {
    func testTheTextIsShownAndIsTheAccessibleName() {
        onMain {
            let line = MessageLine()
            let window = testWindow(line.widget)
            XCTAssertEqual(line.widget.text, "")
            XCTAssertNil(line.message)
            let message = Message("“abc” is not a whole number. <b>&", .error)
            line.show(message)
            XCTAssertEqual(line.message, message)
            XCTAssertEqual(line.widget.text, message.text)
            XCTAssertEqual(line.widget.accessibleName, message.text)
            XCTAssertEqual(tooltip(of: line), message.text)
            window.destroy()
        }
    }

    func testMessagesComeInFourKindsAndGoAfterFiveSeconds() {
        XCTAssertEqual(MessageKind.allCases.map(\.rawValue), ["normal", "ok", "caution", "error"])
        XCTAssertEqual(MessageKind.timeout, 5)
    }

    func testOneKindsColourTakesTheOthersPlace() {
        onMain {
            let line = MessageLine()
            let window = testWindow(line.widget)
            let kinds: [(MessageKind, ColorRole)] = [
                (.error, .error), (.ok, .ok), (.caution, .caution), (.normal, .normal), (.error, .error),
                (.error, .error),
            ]
            for (kind, role) in kinds {
                line.show(Message("text", kind))
                XCTAssertEqual(roles(of: line), [role])
            }
            window.destroy()
        }
    }

    func testNothingTakesTheMessageBack() {
        onMain {
            let line = MessageLine()
            let window = testWindow(line.widget)
            line.show(Message("text", .caution))
            line.show(nil)
            XCTAssertNil(line.message)
            XCTAssertEqual(line.widget.text, "")
            XCTAssertEqual(roles(of: line), [])
            XCTAssertNil(tooltip(of: line))
            line.show(nil)
            XCTAssertEqual(roles(of: line), [])
            window.destroy()
        }
    }

    // MARK: Messages that pass

    func testAMessageThatPassesGoesAfterFiveSecondsByTheClock() {
        onMain {
            let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 1_000_000))
            let line = MessageLine(clock: clock)
            let window = testWindow(line.widget)
            for kind in MessageKind.allCases {
                line.show(Message("text", kind, passes: true))
                clock.advance(by: 4.999)
                workOff()
                XCTAssertEqual(line.message?.kind, kind)
                clock.advance(by: 0.001)
                XCTAssertTrue(work(until: { line.message == nil }))
                XCTAssertEqual(line.widget.text, "")
                XCTAssertEqual(roles(of: line), [])
            }
            window.destroy()
        }
    }

    func testAMessageThatStaysStays() {
        onMain {
            let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 1_000_000))
            let line = MessageLine(clock: clock)
            let window = testWindow(line.widget)
            // The time of the first message must not take the second one with it.
            line.show(Message("first", .ok, passes: true))
            clock.advance(by: 3)
            line.show(Message("second", .error))
            clock.advance(by: 100)
            workOff()
            XCTAssertEqual(line.message, Message("second", .error))
            // Nor must the first one's time cut the second one's short.
            line.show(Message("third", .ok, passes: true))
            clock.advance(by: 3)
            line.show(Message("fourth", .ok, passes: true))
            clock.advance(by: 3)
            workOff()
            XCTAssertEqual(line.message?.text, "fourth")
            clock.advance(by: 2)
            XCTAssertTrue(work(until: { line.message == nil }))
            window.destroy()
        }
    }

    func testGoodNewsEndWithTimeOrTheNextActionWhereTheLineDoesNotKeepThem() {
        onMain {
            let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 1_000_000))
            let line = MessageLine(endsGoodNews: true, clock: clock)
            let window = testWindow(line.widget)
            line.show(Message("done", .ok))
            clock.advance(by: 9.999)
            workOff()
            XCTAssertEqual(line.message?.text, "done")
            clock.advance(by: 0.001)
            XCTAssertTrue(work(until: { line.message == nil }))
            line.show(Message("done again", .ok))
            line.endGoodNews()
            XCTAssertNil(line.message)
            let others = [
                Message("about buttons", .ok, stays: true), Message("plain"), Message("warning", .caution),
                Message("failed", .error),
            ]
            for message in others {
                line.show(message)
                line.endGoodNews()
                clock.advance(by: 100)
                workOff()
                XCTAssertEqual(line.message, message)
            }
            window.destroy()
        }
    }

    func testALineWhoseWindowHasGoneDoesNothing() {
        onMain {
            let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 1_000_000))
            let line = MessageLine(clock: clock)
            let window = testWindow(line.widget)
            line.show(Message("text", .ok, passes: true))
            window.destroy()
            clock.advance(by: 10)
            workOff()
            line.show(Message("other"))
        }
    }

    func testMessagesAreAnnouncedToScreenReaders() {
        onMain {
            let line = MessageLine()
            let window = testWindow(line.widget)
            let recorder = Recorder()
            guard let accessible = gtk_widget_get_accessible(line.widget.pointer) else { return XCTFail("none") }
            Signals.connectPointer(UnsafeMutableRawPointer(accessible), "announcement") { text in
                if let text { recorder.texts.append(String(cString: text.assumingMemoryBound(to: CChar.self))) }
                return false
            }
            line.show(Message("Select a picture.", .caution))
            line.show(nil)
            line.show(Message("Picture added.", .ok))
            XCTAssertEqual(recorder.texts, ["Select a picture.", "Picture added."])
            window.destroy()
        }
    }

    @MainActor
    private final class Recorder {
        var texts: [String] = []
    }
}

@MainActor
private func roles(of line: MessageLine) -> [ColorRole] {
    let context = gtk_widget_get_style_context(line.widget.pointer)
    return ColorRole.allCases.filter { gtk_style_context_has_class(context, $0.styleClass) != 0 }
}

@MainActor
private func tooltip(of line: MessageLine) -> String? {
    guard let text = gtk_widget_get_tooltip_text(line.widget.pointer) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}
