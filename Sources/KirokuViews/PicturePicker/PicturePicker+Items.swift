import GtkKit
import KirokuCore
import KirokuPictures

extension PicturePicker {
    /// Lists the pictures of the chosen album.
    ///
    /// - Parameter isSameAlbum: whether scroll position and choice stay.
    func loadItems(isSameAlbum: Bool) {
        guard let album = memory.album else { return }
        itemsTask?.cancel()
        if !isSameAlbum {
            allItems = []
            items = []
            isWhole = false
            itemView.hint = localized("Looking for pictures…")
            itemView.show(0, chosen: nil, isSameList: false)
        }
        itemsTask = Task { [weak self, source, details = memory.order.needsDetails] in
            var found: [PictureItem] = []
            var isSoonEnough = !isSameAlbum
            let start = AppClock.shared.reading
            do {
                for try await batch in source.items(of: album, details: details) {
                    found += batch
                    // Early pictures are shown soon, but only once, because their order may still change.
                    guard isSoonEnough, AppClock.shared.reading - start > .milliseconds(150) else { continue }
                    isSoonEnough = false
                    self?.take(found, isSameList: true)
                }
            } catch {
                guard !Task.isCancelled, let error = error as? PictureError else { return }
                self?.itemView.hint = error.message
            }
            guard !Task.isCancelled else { return }
            self?.isWhole = true
            self?.take(found, isSameList: true)
        }
    }

    private func take(_ found: [PictureItem], isSameList: Bool) {
        guard !isGone else { return }
        allItems = found
        arrangeItems(isSameList: isSameList)
    }

    /// Sorts the pictures, and leaves out those that the filter does not match.
    func arrangeItems(isSameList: Bool) {
        sortTask?.cancel()
        sortTask = Task { [weak self, allItems, order = memory.order, text = filter.text] in
            let sorted = await order.sorted(allItems, containing: text)
            guard !Task.isCancelled else { return }
            self?.show(sorted, isSameList: isSameList)
        }
    }

    private func show(_ sorted: [PictureItem], isSameList: Bool) {
        guard !isGone else { return }
        let isFirst = items.isEmpty
        items = sorted
        let index = chosen.flatMap { chosen in sorted.firstIndex { $0.reference == chosen.reference } }
        itemView.hint =
            filter.text.isEmpty
            ? localized("There are no pictures in this album.") : localized("No pictures match.")
        itemView.show(sorted.count, chosen: index, isSameList: isSameList)
        if chosen != nil, index == nil { clearChoice() }
        if isFirst || choosesNext, chosen == nil, let last = memory.picture { resume(after: last) }
        guard isWhole else { return }
        if choosesFirst, !isListed, chosen == nil { chooseFirst() }
        finishListing()
    }

    /// Chooses the picture that was chosen last, or else the first one.
    private func chooseFirst() {
        guard !items.isEmpty else { return }
        let last = memory.picture.flatMap { last in items.firstIndex { $0.reference == last } }
        itemView.choose(last ?? 0)
        chooseItem(last ?? 0)
    }

    /// Called when there is nothing more to wait for.
    func finishListing() {
        guard !isListed else { return }
        isListed = true
        onListed?()
    }

    /// Scrolls to where the last picker was left, and chooses the next picture if the caller wants that.
    private func resume(after last: PictureReference) {
        guard let index = items.firstIndex(where: { $0.reference == last }) else { return }
        itemView.scrollIntoView(index)
        guard choosesNext, index + 1 < items.count else { return }
        choosesNext = false
        itemView.choose(index + 1)
        chooseItem(index + 1)
    }

    func loadThumbnails() {
        guard !isGone else { return }
        let visible = itemView.layout.visible.clamped(to: 0..<items.count)
        let around = itemView.layout.around.clamped(to: 0..<items.count)
        let scale = itemView.canvas.scaleFactor
        thumbnails.want(
            items[visible].map(\.reference), around: items[around].map(\.reference),
            side: Int(tileSize.side) * scale)
    }

    // MARK: Choosing

    func chooseItem(_ index: Int) {
        guard items.indices.contains(index) else { return }
        let item = items[index]
        chosen = item
        previewItem = nil
        failure = nil
        memory.picture = item.reference
        messageLine.show(nil)
        showFirstSight(of: item)
        loadPreview(of: item)
        onSelectionChange?()
    }

    func clearChoice() {
        previewTask?.cancel()
        let wasChosen = chosen != nil
        chosen = nil
        failure = nil
        messageLine.show(nil)
        preview.show(.nothing)
        if block == .preview { showNext(.items) }
        if wasChosen { onSelectionChange?() }
    }

    /// Shows what is already available while the picture is loading.
    private func showFirstSight(of item: PictureItem) {
        if case .image(let image) = thumbnails.state(of: item.reference) {
            preview.show(.image(image), size: PixelSize(width: image.width, height: image.height))
        } else {
            preview.show(.waiting)
        }
    }

    /// Loads the preview again if the file has changed since it was loaded.
    func reloadChosenIfChanged() {
        guard let chosen, let previewItem else { return }
        Task { [weak self, source] in
            guard let now = try? await source.item(chosen.reference), now != previewItem,
                let self, self.chosen?.reference == chosen.reference, self.previewItem == previewItem
            else { return }
            loadPreview(of: chosen)
        }
    }

    private func loadPreview(of item: PictureItem) {
        previewTask?.cancel()
        let size = preview.pixels
        let sizing = DecodeRequest.Sizing.fitting(width: max(size.width, 64), height: max(size.height, 64))
        previewTask = Task { [weak self, loader, source] in
            while true {
                // Read before loading, so that a change meanwhile is noticed.
                let known = try? await source.item(item.reference)
                guard !Task.isCancelled else { return }
                self?.previewItem = known
                do throws(DecodeFailure) {
                    guard
                        let picture = try await loader.load(item.reference, sizing, .picture, urgency: .chosen),
                        !Task.isCancelled
                    else { return }
                    self?.showPreview(picture)
                    self?.showInfo(picture, known ?? item)
                    return
                } catch {
                    guard !Task.isCancelled, error != .cancelled else { return }
                    self?.showFailure(error)
                    guard error == .stillChanging, (try? await AppClock.shared.sleep(for: 1)) != nil else { return }
                }
            }
        }
    }

    private func showPreview(_ picture: DecodedPicture) {
        guard !isGone, let image = CanvasImage(picture.pixels) else { return }
        let original = picture.originalSize ?? picture.pixels.size
        previewSize = picture.pixels.size == original ? nil : original
        preview.show(.image(image), size: original)
        if failure != nil {
            failure = nil
            onSelectionChange?()
        }
        messageLine.show(Message(PictureText.size(original)))
    }

    private func showFailure(_ failure: DecodeFailure) {
        guard !isGone else { return }
        self.failure = failure
        preview.show(.broken(failure.message))
        messageLine.show(Message(failure.message, .error))
        onSelectionChange?()
    }

    private func showInfo(_ picture: DecodedPicture, _ item: PictureItem) {
        guard !isGone else { return }
        messageLine.show(Message(PictureText.all(picture.originalSize ?? picture.pixels.size, item)))
    }

    /// Loads the picture with all its pixels, as far as memory allows, when the user zooms in.
    func loadWholePreview() {
        guard let chosen, previewSize != nil else { return }
        previewSize = nil
        previewTask?.cancel()
        previewTask = Task { [weak self, loader] in
            let sizing = DecodeRequest.Sizing.whole(mostPixels: PictureText.mostPreviewPixels)
            let picture = try? await loader.load(chosen.reference, sizing, .picture, urgency: .chosen)
            guard !Task.isCancelled, let self, !isGone, let picture, let image = CanvasImage(picture.pixels) else {
                return
            }
            preview.show(.image(image))
        }
    }
}

/// Texts about a picture.
enum PictureText {
    /// The largest number of pixels of a preview: 160 MB.
    static let mostPreviewPixels = 40_000_000

    /// “4000 × 3000”.
    static func size(_ size: PixelSize) -> String { "\(size.width) × \(size.height)" }

    /// The size in pixels, the date, and the size of the file, as far as they are known.
    static func all(_ pixels: PixelSize, _ item: PictureItem) -> String {
        let date = (item.taken ?? item.changed.map { LocalTime($0) })?.localizedText
        switch (date, item.byteCount.map(fileSizeText)) {
        case (let date?, let bytes?):
            return localized(
                "{size}, {date}, {bytes}", ["size": size(pixels), "date": date, "bytes": bytes])
        case (let date?, nil): return localized("{size}, {date}", ["size": size(pixels), "date": date])
        case (nil, let bytes?): return localized("{size}, {bytes}", ["size": size(pixels), "bytes": bytes])
        case (nil, nil): return size(pixels)
        }
    }
}
