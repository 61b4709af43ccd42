import Geometry
import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

extension PicturePicker {
    func build() {
        titleLabel.text = title
        titleLabel.addStyleClass("kiroku-picker-title")
        filter.setPlaceholder(localized("Find"))
        filter.setIcon("edit-find-symbolic")
        filter.setWidth(letters: 28, least: 8)
        orderBox.chosen = PictureOrder.allCases.firstIndex(of: memory.order)
        sizeScale.step = memory.itemSize.rawValue
        sizeScale.setLeastSize(width: 100, height: -1)
        let size = row()
        size.append(largeIcon("image-x-generic-symbolic", size: 12))
        size.append(sizeScale)
        size.append(largeIcon("image-x-generic-symbolic", size: 20))
        backButton.setCenteredUpright()
        bar.append(backButton)
        bar.append(titleLabel, fills: true)
        for tool in [AnyWidget(filter), AnyWidget(orderBox), AnyWidget(size)] {
            tool.setCenteredUpright()
            bar.append(tool)
        }
        put(bar) { $0.bar }
        put(albumView.widget) { $0.albums }
        put(itemView.widget) { $0.items }
        put(buildPreview()) { $0.preview }
        let dividers = buildDividers()
        buildBlocks(
            itemTools: [AnyWidget(filter), AnyWidget(orderBox)], wideTools: [AnyWidget(size)] + dividers)
        buildAlbums()
        buildItems()
    }

    private func put(_ block: some Widget, _ frame: @escaping (PickerLayout) -> Rectangle) {
        widget.add(block) { [weak self] in
            guard let self, let layout else { return Rectangle(x: 0, y: 0, width: 1, height: 1) }
            return frame(layout)
        }
    }

    /// The preview, with the details of the picture below it.
    private func buildPreview() -> Box {
        previewPane.addStyleClass("view")
        previewPane.append(preview.canvas, fills: true)
        messageLine.widget.setMargins(horizontal: 12, vertical: 0)
        messageLine.widget.setLeastSize(width: -1, height: Self.messageHeight)
        previewPane.append(messageLine.widget)
        return previewPane
    }

    /// The height of the details of the picture, in pixels.
    private static let messageHeight = 30

    /// The handles between the blocks.
    private func buildDividers() -> [AnyWidget] {
        let between: [(String, (PickerLayout) -> (Rectangle, Rectangle), WritableKeyPath<PickerWidths, Int>)] = [
            (localized("Width of the albums"), { ($0.albums, $0.items) }, \.albums),
            (localized("Width of the pictures"), { ($0.items, $0.preview) }, \.items),
        ]
        return between.map { name, blocks, width in
            let divider = PickerDivider(name: name)
            put(divider.canvas) {
                let (one, other) = blocks($0)
                let left = one.x < other.x ? one : other
                let start = left.x + left.width
                return divider.placed(
                    at: Rectangle(x: start, y: left.y, width: max(max(one.x, other.x) - start, 1), height: left.height))
            }
            divider.onMove = { [weak self] distance in self?.drag(width, by: distance) }
            return AnyWidget(divider.canvas)
        }
    }

    /// Makes a block wider or narrower by the distance that its handle was dragged.
    private func drag(_ width: WritableKeyPath<PickerWidths, Int>, by distance: Double) {
        guard let layout else { return }
        var new = PickerWidths(albums: Int(layout.albums.width), items: Int(layout.items.width))
        new[keyPath: width] += Int(widget.readsLeftwards ? -distance : distance)
        memory.widths = new
        widget.placesChanged()
    }

    /// `nil` before the widget has a size.
    var layout: PickerLayout? {
        guard widget.laidOutWidth > 1 else { return nil }
        return try? PickerLayout(
            width: widget.laidOutWidth, height: widget.laidOutHeight, barHeight: bar.height(forWidth: 0) + 12,
            widths: memory.widths, readsLeftwards: widget.readsLeftwards)
    }

    private func buildAlbums() {
        albumView.tile = { [weak self] index in
            guard let self else { return TileView.Tile(name: "") }
            let album = albums[index]
            return TileView.Tile(
                name: albumNames.shown(album.name),
                detail: localized("{count} picture", "{count} pictures", count: album.count))
        }
        albumView.onDrawTile = { [weak self] index, place, colors, painter in
            guard let self else { return }
            let album = albums[index]
            let count = localizedNumber(album.count)
            let countWidth = 10 + 9 * Double(count.count)
            var inner = place.inset(x: 8)
            let isLeftwards = albumView.layout.isLeftwards
            painter.text(count, in: inner, colors.grid.muted, alignment: isLeftwards ? .start : .end)
            inner.width -= countWidth
            if isLeftwards { inner.x += countWidth }
            painter.text(
                albumNames.shown(album.name), in: inner, colors.name(isChosen: index == albumView.chosen),
                alignment: isLeftwards ? .end : .start)
            guard index + 1 == firstAlbums, index + 1 < albums.count else { return }
            painter.fill(
                Rectangle(x: place.x, y: place.y + place.height - 1, width: place.width, height: 1), colors.grid.line)
        }
        albumView.onMeasure = { [weak self] text in
            self?.albumView.layout.tileHeight = (text.lineHeight + 12).rounded()
        }
        albumView.hint = localized("Looking for pictures…")
        albumView.measure()
    }

    /// The size of the tiles, which depends on the room for them.
    var tileSize: TileSize { memory.itemSize.tile(in: itemView.layout.viewWidth) }

    private func buildItems() {
        itemView.tile = { [weak self] index in
            guard let self, items.indices.contains(index) else { return TileView.Tile(name: "") }
            var tile = TileView.Tile(name: items[index].name)
            if case .broken(let failure) = thumbnails.state(of: items[index].reference) {
                tile.detail = failure.message
                tile.isBroken = true
            }
            return tile
        }
        itemView.onDrawTile = { [weak self] index, place, colors, painter in
            guard let self else { return }
            ItemTile.draw(
                items[index].name, thumbnails.state(of: items[index].reference), in: place, tileSize,
                isChosen: index == itemView.chosen, scale: itemView.canvas.scaleFactor, colors, painter)
        }
        itemView.onMeasure = { [weak self] text in
            guard let self else { return }
            itemView.layout.leastWidth = tileSize.leastWidth
            itemView.layout.tileHeight = ItemTile.height(tileSize, lineHeight: text.lineHeight)
        }
        itemView.measure()
    }

    func connect() {
        albumView.onChoose = { [weak self] in self?.chooseAlbum($0) }
        albumView.onClick = { [weak self] in self?.showNext(.items) }
        itemView.onChoose = { [weak self] in self?.chooseItem($0) }
        itemView.onResizeTiles = { [weak self] steps in
            guard let self else { return }
            itemSize = itemSize.moved(by: steps)
        }
        itemView.onActivate = { [weak self] _ in self?.activate() }
        itemView.onClick = { [weak self] in self?.showNext(.preview) }
        itemView.menu = { [weak self] index in
            guard let self, items.indices.contains(index) else { return [] }
            return itemMenu?(items[index]) ?? []
        }
        itemView.onDelete = { [weak self] index in
            guard let self, items.indices.contains(index) else { return }
            onDelete?(items[index])
        }
        itemView.onSightChange = { [weak self] in self?.loadThumbnails() }
        thumbnails.onChange = { [weak self] _ in
            guard let self, !isGone else { return }
            itemView.canvas.redraw()
        }
        preview.onNeedWhole = { [weak self] in self?.loadWholePreview() }
        preview.onActivate = { [weak self] in self?.activate() }
        sizeScale.onChange { [weak self] in
            guard let self, let chosen = ItemSize(rawValue: sizeScale.step) else { return }
            itemSize = chosen
        }
        filter.onChange { [weak self] in self?.arrangeItems(isSameList: false) }
        filter.onKey { [weak self] key in self?.handleInFilter(key) ?? false }
        orderBox.onChange { [weak self] in self?.takeOrder() }
    }

    private func activate() {
        guard isSelected else { return }
        if let onActivate { onActivate() } else { showNext(.preview) }
    }

    private func handleInFilter(_ key: KeyEvent) -> Bool {
        if handleStep(key) { return true }
        guard key.modifiers.isEmpty else { return false }
        switch key.key {
        case .escape where !filter.text.isEmpty:
            filter.text = ""
            return true
        case .down, .enter:
            itemView.canvas.grabFocus()
            return true
        default: return false
        }
    }

    private func takeOrder() {
        guard let chosen = orderBox.chosen, PictureOrder.allCases.indices.contains(chosen) else { return }
        let order = PictureOrder.allCases[chosen]
        guard order != memory.order else { return }
        let knowsDetails = memory.order.needsDetails
        memory.order = order
        if order.needsDetails, !knowsDetails { loadItems(isSameAlbum: true) } else { arrangeItems(isSameList: false) }
    }
}
