import GtkKit
import KirokuCore
import KirokuViews

/// Writes the measurements of the main loop, as tab-separated text with a line for each stretch and each moment.
///
/// Start times are in seconds of the system's monotonic clock, so that other programs can relate them to what they did.
@MainActor
enum TimesFile {
    static func write(to path: String) {
        let lines = MainLoopTimes.entries.map { entry in
            "\(entry.start)\t\(entry.milliseconds)\t\(entry.processor)\t\(entry.name)\n"
        }
        do {
            try TextFileLink(path: path).save("start\tms\tprocessor ms\tmoment\n" + lines.joined())
        } catch {
            Reports.error("KRK_APP_TIMES", "the times are not written: \(error)")
        }
    }
}

extension RecordGrid {
    /// Records, for measurements, the moment when the grid has been drawn as it is now.
    func measureWhenDrawn(_ moment: String) {
        var frames = 0
        _ = FrameTicks(of: widget) { _ in
            frames += 1
            // The first tick comes before that frame is drawn, the second after it.
            if frames == 2 { MainLoopTimes.record(moment) }
            return frames < 2
        }
    }
}
