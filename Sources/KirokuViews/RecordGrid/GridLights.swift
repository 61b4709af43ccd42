import GtkKit
import KirokuCore

/// The cells that others have changed: they light up once, and fade.
///
/// Nothing lights up where the user wants no animations.
@MainActor
final class GridLights {
    /// How much light is left, from 0 to 1.
    private(set) var strength = 0.0
    private var cells: Set<OthersChanges.Cell> = []
    private var ticks: FrameTicks?
    private let viewport: GridViewport

    /// In seconds.
    private static let fading = 1.6

    init(_ viewport: GridViewport) {
        self.viewport = viewport
    }

    /// Lights up these cells, and those that are still lit.
    func light(_ new: Set<OthersChanges.Cell>) {
        guard Animations.areEnabled, !new.isEmpty else { return }
        ticks?.stop()
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

    /// Whether a cell is lit.
    func contains(_ record: RecordID, _ field: FieldID) -> Bool {
        strength > 0 && cells.contains(OthersChanges.Cell(record: record, field: field))
    }

    /// Returns whether there is light left.
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
