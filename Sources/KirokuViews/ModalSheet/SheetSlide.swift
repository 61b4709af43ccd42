/// How far a sheet has slid, in plain numbers.
struct SheetSlide: Hashable {
    /// How far it is on its way, in time: 0 below the window, 1 in its place.
    private(set) var phase = 0.0
    /// Whether it is on its way up, or there.
    var isUp = false
    private var lastFrame: Double?

    /// Whether it has come to where it goes.
    var isDone: Bool { phase == (isUp ? 1 : 0) }

    /// Which part of it shows, from 0 to 1: it slows down as it comes to its place.
    var shownPart: Double {
        let rest = 1 - phase
        return 1 - rest * rest * rest
    }

    /// Goes on to where it is at a frame.
    ///
    /// The way begins with the first frame after it was turned round, so that a late one does not cut it short.
    ///
    /// - Parameters:
    ///   - frame: the frame's time in seconds.
    ///   - time: how long the whole way takes, in seconds.
    mutating func advance(to frame: Double, time: Double) {
        let step = lastFrame.map { max(frame - $0, 0) / time } ?? 0
        lastFrame = frame
        phase = isUp ? min(phase + step, 1) : max(phase - step, 0)
    }

    /// Goes the other way from where it is.
    mutating func turn(up: Bool) {
        isUp = up
        lastFrame = nil
    }

    /// Jumps to where it is going.
    mutating func finish() {
        phase = isUp ? 1 : 0
        lastFrame = nil
    }
}
