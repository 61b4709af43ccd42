import GtkKit
import KirokuViews

extension RecordGrid {
    /// Notes for who measures when the grid was drawn as it is now.
    func noteWhenDrawn(_ moment: String) {
        var frames = 0
        _ = FrameTicks(of: widget) { _ in
            frames += 1
            // The first comes before that frame is drawn, the second after it.
            if frames == 2 { MainLoopTimes.note(moment) }
            return frames < 2
        }
    }
}
