import GtkKit
import KirokuCore
import KirokuPresentation

/// A block of a picker, in the order in which one leads to the next.
enum PickerBlock: Int, CaseIterable {
    case albums, items, preview
}

/// Showing one block at a time if there is no room for three side by side.
extension PicturePicker {
    /// Prepares the blocks for being shown one at a time.
    ///
    /// - Parameters:
    ///   - itemTools: the tools in the bar that concern the items.
    ///   - wideTools: tools that only fit if the blocks are side by side.
    func buildBlocks(itemTools: [AnyWidget], wideTools: [AnyWidget]) {
        tools = (itemTools, wideTools)
        for widget in [AnyWidget(backButton)] + itemTools + wideTools + PickerBlock.allCases.map(widget) {
            widget.showAll()
            widget.setShownExplicitly()
        }
        backButton.isVisible = false
        backButton.onPress { [weak self] in self?.step(isBack: true) }
        for block in PickerBlock.allCases {
            let canvas = canvas(of: block)
            canvas.onKey = { [weak self, own = canvas.onKey] in self?.handleStep($0) ?? false || own?($0) ?? false }
        }
        widget.onLayout { [weak self] in
            guard let self, let layout, layout.showsOneBlock != showsOneBlock else { return }
            // GTK ignores widgets that are shown or hidden during layout.
            MainLoop.whenIdle { [weak self] in self?.takeRoom() }
        }
    }

    /// Shows this block, if only one is visible.
    func showNext(_ block: PickerBlock) {
        guard showsOneBlock, block != self.block else { return }
        showBlocks { $0.block = block }
    }

    /// Goes to the block before or after with the keys for that in browsers; returns whether the key was used.
    func handleStep(_ key: KeyEvent) -> Bool {
        guard key.modifiers == .alt, key.key == .left || key.key == .right else { return false }
        return step(isBack: (key.key == .left) != widget.readsLeftwards)
    }

    func canvas(of block: PickerBlock) -> Canvas {
        switch block {
        case .albums: albumView.canvas
        case .items: itemView.canvas
        case .preview: preview.canvas
        }
    }

    private func widget(of block: PickerBlock) -> AnyWidget {
        switch block {
        case .albums: AnyWidget(albumView.widget)
        case .items: AnyWidget(itemView.widget)
        case .preview: AnyWidget(previewPane)
        }
    }

    private func takeRoom() {
        guard !isGone, let layout, layout.showsOneBlock != showsOneBlock else { return }
        showBlocks { $0.showsOneBlock = layout.showsOneBlock }
    }

    /// Goes to the block before or after; returns false if there is none.
    @discardableResult
    private func step(isBack: Bool) -> Bool {
        guard showsOneBlock, let next = PickerBlock(rawValue: block.rawValue + (isBack ? -1 : 1)),
            next != .preview || chosen != nil
        else { return false }
        showNext(next)
        return true
    }

    /// Changes which blocks are visible; a focus in the picker stays there.
    private func showBlocks(_ change: (PicturePicker) -> Void) {
        let hadFocus = widget.focusInWindow.map { widget.holds($0) } ?? false
        let before = block
        change(self)
        for block in PickerBlock.allCases {
            widget(of: block).isVisible = !showsOneBlock || block == self.block
        }
        for tool in tools.items { tool.isVisible = !showsOneBlock || block == .items }
        for tool in tools.wide { tool.isVisible = !showsOneBlock }
        backButton.isVisible = showsOneBlock && block != .albums
        albumView.onActivate = showsOneBlock ? { [weak self] _ in self?.showNext(.items) } : nil
        showTitle()
        if hadFocus, block != before || widget.focusInWindow == nil { grabFocus() }
    }
}
