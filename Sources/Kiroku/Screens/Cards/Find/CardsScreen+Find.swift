import GtkKit
import KirokuCore
import KirokuViews

/// Finding records of the grid.
extension CardsScreen {
    func performFinding(_ command: Command) {
        guard let bar = madeFindBar() else { return }
        switch command {
        case .find: bar.open()
        case .findNext: bar.go(forward: true)
        case .findPrevious: bar.go(forward: false)
        case .findToFix: bar.findCellsToFix()
        case .replace: bar.openReplacing()
        default: break
        }
    }

    /// The find bar of the current grid, made on first use.
    func madeFindBar() -> FindBar? {
        if let findBar { return findBar }
        guard let grid else { return nil }
        let bar = FindBar(grid: grid)
        bar.onMessage = { [weak self] in self?.window?.show($0) }
        bar.onChange = { [weak self] in self?.window?.refresh() }
        bar.onSave = { [weak self] in self?.savedViews.askToSave() }
        findPlace.append(bar.widget)
        findBar = bar
        return bar
    }
}
