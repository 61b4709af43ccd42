import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

/// Albums, the pictures of the one that is chosen, and a preview of the picture that is chosen there.
///
/// ```swift
/// let picker = PicturePicker(source: folders, decoder: decoder, title: localized("Pictures"))
/// picker.onActivate = { … }
/// if picker.isSelected, let picture = try await picker.picture() { … }
/// ```
///
/// It has no button of its own: what is done with the picture is for the program around it. Where the pictures come from
/// is for the source; the picker knows no more of it than ``PictureSource`` says. Nothing of it waits for a disk or a
/// decoder: thumbnails come when they are there, those in sight first, and what has scrolled away is given up.
@MainActor
public final class PicturePicker {
    /// To be put into a window; at least 600×350 pixels large.
    public let widget: Overlay
    /// The user has chosen another picture, or none; or the one that is chosen turned out to be broken.
    public var onSelectionChange: (() -> Void)?
    /// The user has pressed Enter on a picture, or clicked it twice.
    public var onActivate: (() -> Void)?
    /// What the menu of a picture has; without it, there is no menu.
    public var itemMenu: ((PictureItem) -> [ContextMenuItem])?
    /// The user has pressed Delete on a picture.
    public var onDelete: ((PictureItem) -> Void)?
    /// ``memory`` has changed.
    public var onMemoryChange: (() -> Void)?
    /// The size that ``picture()`` asks for.
    public var defaultSize = AskedSize.usual

    let source: any PictureSource
    let loader: PictureLoader
    let thumbnails: ThumbnailLoader
    let albumView = TileView(name: localized("Albums"))
    let itemView = TileView(name: localized("Pictures"))
    let preview = PreviewView(name: localized("Preview"))
    let messageLine = MessageLine()
    let filter = entry(name: localized("Find a picture by its name"))
    let orderBox: ComboBox

    /// The albums, in the order in which they are shown.
    var albums: [PictureAlbum] = []
    /// The pictures of the album, in no order.
    var allItems: [PictureItem] = []
    /// Those that are shown, in their order.
    var items: [PictureItem] = []
    var chosen: PictureItem?
    /// Why the picture that is chosen cannot be shown.
    var failure: DecodeFailure?
    /// What was known of the picture that is chosen when it was loaded; `nil` before.
    var previewItem: PictureItem?
    /// What is shown of the picture that is chosen, if that is less than the whole.
    var previewSize: PixelSize?
    var albumsTask: Task<Void, Never>?
    var itemsTask: Task<Void, Never>?
    var sortTask: Task<Void, Never>?
    var previewTask: Task<Void, Never>?
    var watchTask: Task<Void, Never>?
    var watch: PictureWatch?
    var choosesNext: Bool
    private(set) var isGone = false

    /// What to begin with the next time.
    public internal(set) var memory: PickerMemory {
        didSet { if memory != oldValue { onMemoryChange?() } }
    }

    /// A picker over a source.
    ///
    /// - Parameters:
    ///   - source: where albums and pictures come from.
    ///   - decoder: decodes them.
    ///   - title: stands above the albums.
    ///   - memory: what the last picker was left with.
    ///   - choosesNext: whether the picture after the one that was chosen last is chosen as soon as it is listed.
    public init(
        source: any PictureSource, decoder: PictureDecoder, title: String, memory: PickerMemory = PickerMemory(),
        choosesNext: Bool = false
    ) {
        self.source = source
        self.choosesNext = choosesNext
        self.memory = memory
        loader = PictureLoader(source: source, decoder: decoder)
        thumbnails = ThumbnailLoader(loader)
        orderBox = comboBox(
            name: localized("Sort by"), choices: PictureOrder.allCases.map(\.title))
        let base = column()
        base.setLeastSize(width: PickerLayout.smallest.width, height: PickerLayout.smallest.height)
        widget = overlay(base)
        build(title: title)
        connect()
        attach(self, to: widget, key: "kiroku-picture-picker")
        widget.onDestroy { [weak self] in self?.end() }
        loadAlbums()
    }

    // MARK: What is chosen

    /// Whether a picture is chosen that can be shown, as far as is known.
    public var isSelected: Bool { chosen != nil && failure == nil }

    /// The picture that is chosen; `nil` unless ``isSelected``.
    public var selectedItem: PictureItem? { isSelected ? chosen : nil }

    /// What leads to the picture that is chosen, to be kept and turned into the picture later; `nil` unless
    /// ``isSelected``.
    public var reference: PictureReference? { selectedItem?.reference }

    /// The picture that is chosen, in the default size; `nil` if there is none.
    ///
    /// - Throws: ``DecodeFailure``.
    public func picture() async throws(DecodeFailure) -> DecodedPicture? {
        try await picture(defaultSize)
    }

    /// The picture that is chosen, in the smallest size that covers the one asked for, but never enlarged; `nil` if there
    /// is none.
    ///
    /// A size is made by `AskedSize(width:height:)`, which refuses one below 10×10.
    ///
    /// - Throws: ``DecodeFailure``.
    public func picture(_ size: AskedSize) async throws(DecodeFailure) -> DecodedPicture? {
        guard let reference else { return nil }
        let sizing = DecodeRequest.Sizing.covering(width: size.pixels.width, height: size.pixels.height)
        return try await loader.load(reference, sizing, .picture, urgency: .chosen)
    }

    /// Chooses the picture after the one that is chosen, or the first; false if there is none.
    @discardableResult
    public func chooseNext() -> Bool {
        let next = itemView.layout.index(.next, from: itemView.chosen)
        guard let next, next != itemView.chosen else { return false }
        itemView.choose(next)
        chooseItem(next)
        return true
    }

    /// Moves the focus to the pictures.
    public func grabFocus() {
        if !isGone { itemView.canvas.grabFocus() }
    }

    /// Looks at what could not be watched; for the moment when the window comes to the front.
    public func lookAgain() {
        guard let watch else { return }
        Task { await watch.lookAgain() }
    }

    private func end() {
        isGone = true
        for task in [albumsTask, itemsTask, sortTask, previewTask, watchTask] { task?.cancel() }
        watch = nil
        thumbnails.want([], around: [], side: 96)
    }
}

extension PictureOrder {
    /// What the user calls it.
    var title: String {
        switch self {
        case .name: localized("Name")
        case .date: localized("Date taken")
        case .size: localized("Size")
        }
    }
}
