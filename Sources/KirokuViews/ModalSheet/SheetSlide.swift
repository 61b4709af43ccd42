/// The progress of a sliding sheet, in plain numbers.
struct SheetSlide: Hashable {
    /// The share of the slide's time, from 0 below the window to 1 in place.
    private(set) var phase = 0.0
    /// Whether the sheet is up or on its way up.
    var isUp = false
    private var lastFrame: Double?

    /// Whether the slide has ended.
    var isDone: Bool { phase == (isUp ? 1 : 0) }

    /// The visible part, from 0 to 1; the sheet slows down as it reaches its place.
    var shownPart: Double {
        let rest = 1 - phase
        return 1 - rest * rest * rest
    }

    /// Advances to a frame.
    ///
    /// Time counts from the first frame after a turn, so that a late frame does not cut the slide short.
    ///
    /// - Parameters:
    ///   - frame: the time of the frame, in seconds.
    ///   - time: the time of a whole slide, in seconds.
    mutating func advance(to frame: Double, time: Double) {
        let step = lastFrame.map { max(frame - $0, 0) / time } ?? 0
        lastFrame = frame
        phase = isUp ? min(phase + step, 1) : max(phase - step, 0)
    }

    /// Changes the direction, starting from the current position.
    mutating func turn(up: Bool) {
        isUp = up
        lastFrame = nil
    }

    /// Jumps to the end of the slide.
    mutating func finish() {
        phase = isUp ? 1 : 0
        lastFrame = nil
    }
}
