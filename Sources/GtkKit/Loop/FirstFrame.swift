import CGtk

/// Work that a window does not need to be seen, and that waits until one is.
///
/// The main loop is idle before that, too, while the window is on its way to the screen. Anything that it did then
/// would delay the first frame.
@MainActor
enum FirstFrame {
    /// The work that waits; `nil` if no window is on its way.
    private static var waiting: [@MainActor () -> Void]?

    /// Records that a window is about to be shown.
    static func expect(in window: Window) {
        waiting = waiting ?? []
        let drawing = Drawing()
        drawing.handler = Signals.connectPointer(window.object, "draw") { [object = window.object] _ in
            Signals.disconnect(object, drawing.handler)
            end()
            return false
        }
        window.onDestroy { end() }
    }

    private static func end() {
        let works = waiting ?? []
        waiting = nil
        run(works[...])
    }

    /// Lets the loop handle what is pending between two pieces of work, as each takes long.
    private static func run(_ works: ArraySlice<@MainActor () -> Void>) {
        guard let work = works.first else { return }
        MainLoop.whenIdle {
            work()
            run(works.dropFirst())
        }
    }

    /// Calls `body` once, when the loop is idle and no window is on its way to the screen.
    static func afterwards(_ body: @escaping @MainActor () -> Void) {
        if waiting == nil { MainLoop.whenIdle(body) } else { waiting?.append(body) }
    }

    /// The handler that waits for a window to be drawn.
    @MainActor
    private final class Drawing {
        var handler: UInt = 0
    }
}
