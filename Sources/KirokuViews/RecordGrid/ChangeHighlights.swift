import GtkKit
import KirokuCore

/// Highlights cells that others have changed: they flash once, and fade.
///
/// If the user has turned off animations, nothing flashes until the user requests the cells.
@MainActor
final class ChangeHighlights {
    /// The strength of the highlight, from 0 to 1.
    private(set) var strength = 0.0
    private var cells: Set<CellID> = []
    private var ticks: FrameTicks?
    /// Ends the highlight that the user asked for.
    private var timer: ClockTimer?
    private let clock: AppClock
    private let viewport: GridViewport

    /// In seconds.
    private static let fading = 1.6
    /// How long cells stay highlighted that the user has asked for, in seconds.
    private static let showing = 8.0

    init(_ viewport: GridViewport, clock: AppClock = .shared) {
        self.viewport = viewport
        self.clock = clock
    }

    /// Highlights these cells, and no others, for as long as it takes to find them.
    func show(_ new: Set<CellID>) {
        ticks?.stop()
        ticks = nil
        (cells, strength) = (new, 1)
        timer = clock.after(Self.showing) { [weak self] in _ = self?.fade(to: 1) }
        viewport.redraw()
    }

    /// Flashes these cells, and those that are still highlighted.
    func flash(_ new: Set<CellID>) {
        guard Animations.areEnabled, !new.isEmpty else { return }
        ticks?.stop()
        timer = nil
        cells = strength > 0 ? cells.union(new) : new
        strength = 1
        var start: Double?
        ticks = FrameTicks(of: viewport.canvas) { [weak self] time in
            let began = start ?? time
            start = began
            return self?.fade(to: (time - began) / Self.fading) ?? false
        }
        viewport.redraw()
    }

    /// Whether a cell is highlighted.
    func contains(_ record: RecordID, _ field: FieldID) -> Bool {
        strength > 0 && cells.contains(CellID(record: record, field: field))
    }

    /// Returns whether the highlight continues.
    private func fade(to share: Double) -> Bool {
        guard !viewport.isGone else { return false }
        strength = max(0, 1 - share)
        viewport.redraw()
        if strength > 0 { return true }
        cells = []
        ticks = nil
        return false
    }
}
