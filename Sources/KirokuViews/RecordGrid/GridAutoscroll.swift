import GtkKit
import KirokuPresentation

/// Scrolling while something is dragged beyond an edge of the visible part: the farther, the faster.
@MainActor
final class GridAutoscroll {
    private let viewport: GridViewport
    private var ticks: FrameTicks?

    init(_ viewport: GridViewport) {
        self.viewport = viewport
    }

    var isActive: Bool { ticks != nil }

    /// Scrolls with each frame while the pointer is beyond an edge.
    ///
    /// - Parameters:
    ///   - distance: how far the pointer is beyond the edges, in pixels; the scrolling ends where it is beyond none.
    ///   - follow: called after each step.
    func begin(_ distance: @escaping () -> (x: Double, y: Double), follow: @escaping () -> Void) {
        guard !isActive, distance() != (0, 0) else { return }
        var last: Double?
        ticks = FrameTicks(of: viewport.canvas) { [weak self] time in
            guard let self, !viewport.isGone else { return false }
            let beyond = distance()
            if beyond == (0, 0) {
                ticks = nil
                return false
            }
            let pixels = min(time - (last ?? time), 0.1) * 12
            last = time
            let layout = viewport.layout
            viewport.scroll(x: layout.scrollX + beyond.x * pixels, y: layout.scrollY + beyond.y * pixels)
            follow()
            return true
        }
    }
}
