import CGtk

extension Canvas {
    /// Calls `body` with each frame until it returns false, with the seconds that have passed since the call before.
    ///
    /// For movement, such as scrolling while the pointer is dragged beyond an edge.
    public func onEachFrame(_ body: @escaping @MainActor (_ seconds: Double) -> Bool) {
        let ticks = FrameTicks(body)
        let box = Unmanaged.passRetained(ClosureBox<FrameTicks.Body>({ ticks.call(at: $0) })).toOpaque()
        gtk_widget_add_tick_callback(
            pointer,
            { _, clock, data in
                let body = boxedBody(data, as: FrameTicks.Body.self)
                let time = gdk_frame_clock_get_frame_time(clock)
                return MainActor.assumeIsolated { body?(time) ?? false } ? 1 : 0
            }, box, { releaseBox($0) })
    }
}

/// Turns the times of frames into the time between them.
@MainActor
private final class FrameTicks {
    typealias Body = @MainActor (_ microseconds: Int) -> Bool

    private let body: @MainActor (Double) -> Bool
    private var last: Int?

    init(_ body: @escaping @MainActor (Double) -> Bool) {
        self.body = body
    }

    func call(at time: Int) -> Bool {
        defer { last = time }
        return body(Double(time - (last ?? time)) / 1_000_000)
    }
}
