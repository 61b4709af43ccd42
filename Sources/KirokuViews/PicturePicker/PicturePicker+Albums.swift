import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

extension PicturePicker {
    /// Searches for albums, and shows each as soon as it is found; albums that are gone are removed at the end.
    func loadAlbums() {
        albumsTask?.cancel()
        albumsTask = Task { [weak self, source] in
            var found: [PictureAlbum] = []
            var shownCount = 0
            for await album in source.albums() {
                found.append(album)
                // Each update sorts all albums, so a long list is updated in batches.
                guard !Task.isCancelled, found.count > shownCount + shownCount / 4 else { continue }
                shownCount = found.count
                self?.show(found, isComplete: false)
            }
            guard !Task.isCancelled else { return }
            self?.show(found, isComplete: true)
            self?.watchAlbums()
        }
    }

    private func show(_ found: [PictureAlbum], isComplete: Bool) {
        guard !isGone else { return }
        var shown = found
        if !isComplete {
            let known = Set(found.map(\.id))
            shown += albums.filter { !known.contains($0.id) }
        }
        let first = shown.filter(\.comesFirst)
        let folders = shown.filter { !$0.comesFirst }
        albumNames = AlbumNames(folders.map(\.name))
        firstAlbums = first.count
        albums = Self.sorted(first, by: \.name) + Self.sorted(folders) { [albumNames] in albumNames.shown($0.name) }
        showTitle()
        if isComplete {
            albumView.hint = localized("There are no pictures.")
            isEmpty = albums.isEmpty
        }
        let index = memory.album.flatMap { id in albums.firstIndex { $0.id == id } }
        albumView.show(albums.count, chosen: index, isSameList: true)
        let isListed = !allItems.isEmpty || itemsTask != nil
        if index != nil, !isListed {
            loadItems(isSameAlbum: false)
        } else if index == nil, isComplete {
            leaveAlbum()
            // Seeing some pictures at once is better than having to choose an album first.
            if albums.isEmpty { finishListing() } else { chooseAlbum(0) }
        }
    }

    private static func sorted(
        _ albums: [PictureAlbum], by name: (PictureAlbum) -> String
    ) -> [PictureAlbum] {
        albums.map { (album: $0, key: NaturalKey(name($0))) }.sorted { $0.key < $1.key }.map(\.album)
    }

    /// Shows what the picture is for, and which album is shown; or the album or picture if there is only one block.
    func showTitle() {
        let shown =
            switch showsOneBlock ? block : .items {
            case .albums: localized("Albums")
            case .items: albums.first { $0.id == memory.album }?.name
            case .preview: chosen?.name
            }
        titleLabel.text = [title, shown].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        titleLabel.setTooltip(titleLabel.text)
    }

    func chooseAlbum(_ index: Int) {
        guard albums.indices.contains(index) else { return }
        albumView.choose(index)
        memory.album = albums[index].id
        showTitle()
        memory.picture = nil
        clearChoice()
        filter.text = ""
        loadItems(isSameAlbum: false)
    }

    /// Empties the list after the chosen album has gone.
    private func leaveAlbum() {
        itemsTask?.cancel()
        itemsTask = nil
        allItems = []
        items = []
        itemView.show(0, chosen: nil, isSameList: false)
        clearChoice()
    }

    /// Watches for changes, and lists the pictures again in case they changed before the watch began.
    private func watchAlbums() {
        watchTask?.cancel()
        // The visible album comes first: there may be more albums than can be watched.
        let ids = albums.map(\.id).filter { $0 != memory.album }
        let all = (memory.album.map { [$0] } ?? []) + ids
        watchTask = Task { [weak self, source] in
            let watch = await source.watch(all)
            guard !Task.isCancelled else { return }
            self?.watch = watch
            self?.loadItems(isSameAlbum: true)
            for await change in watch.changes {
                guard !Task.isCancelled else { return }
                self?.take(change)
            }
        }
    }

    private func take(_ change: PictureChange) {
        switch change {
        case .albums: loadAlbums()
        case .items(let album) where album == memory.album:
            thumbnails.checkAgain()
            loadItems(isSameAlbum: true)
            reloadChosenIfChanged()
        case .items: break
        }
    }
}
