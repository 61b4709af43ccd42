import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

/// Albums, the pictures of the chosen album, and a preview of the chosen picture.
///
/// ```swift
/// let picker = PicturePicker(source: folders, decoder: decoder, title: localized("Pictures"))
/// picker.onActivate = { … }
/// if picker.isSelected, let picture = try await picker.picture() { … }
/// ```
///
/// The picker has no buttons: the program around it decides what happens to the picture. The picker knows the origin of
/// the pictures only through ``PictureSource``, and never waits for a disk or a decoder. Thumbnails appear when they
/// are ready, the visible ones first; loading stops for pictures that have scrolled away.
@MainActor
public final class PicturePicker {
    /// The widget to put into a window; at least 360×350 pixels.
    public let widget: Overlay
    /// Called once, when all pictures of the first album are listed, and the next one is chosen if that was asked for.
    public var onListed: (() -> Void)?
    /// Called when the user chooses another picture or none, or when the chosen picture turns out to be broken.
    public var onSelectionChange: (() -> Void)?
    /// Called when the user presses Enter on a picture or double-clicks it.
    public var onActivate: (() -> Void)?
    /// The items of a picture's menu; if this is `nil`, there is no menu.
    public var itemMenu: ((PictureItem) -> [ContextMenuItem])?
    /// Called when the user presses Delete on a picture.
    public var onDelete: ((PictureItem) -> Void)?
    /// How large the pictures of the album are shown.
    public var itemSize: ItemSize {
        get { memory.itemSize }
        set {
            guard newValue != memory.itemSize else { return }
            memory.itemSize = newValue
            sizeScale.step = newValue.rawValue
            itemView.measure()
            itemView.scrollIntoView(itemView.chosen)
            itemView.canvas.redraw()
        }
    }
    /// The size for ``picture()``.
    var defaultSize = RequestedSize.usual

    let source: any PictureSource
    let loader: PictureLoader
    let thumbnails: ThumbnailLoader
    let albumView = TileView(name: localized("Albums"))
    let itemView = TileView(name: localized("Pictures"))
    let preview = PreviewView(name: localized("Preview"))
    let messageLine = MessageLine()
    let previewPane = column(spacing: 0)
    let filter = entry(name: localized("Find a picture by its name"))
    let orderBox: ComboBox
    let sizeScale = stepScale(name: localized("Size of the pictures"), steps: ItemSize.allCases.map { _ in "" })
    let backButton = iconButton("go-previous-symbolic", name: localized("Back"), tooltip: localized("Back (Alt+Left)"))
    /// The row above the blocks.
    let bar = row(spacing: 12)
    /// The visible block if there is only one.
    var block = PickerBlock.items
    /// Whether only one block is visible.
    var showsOneBlock = false
    /// The tools in the bar that concern the items, and those that there is room for only beside all blocks.
    var tools: (items: [AnyWidget], wide: [AnyWidget]) = ([], [])
    /// The number of albums that come before the folders.
    var firstAlbums = 0

    let titleLabel = label()
    let title: String
    /// The names of the albums in the list.
    var albumNames = AlbumNames([])
    /// Whether there is no album at all, as far as is known.
    public internal(set) var isEmpty = false { didSet { if isEmpty != oldValue { onEmptyChange?() } } }
    /// Called when ``isEmpty`` changes.
    public var onEmptyChange: (() -> Void)?
    /// The albums, in the order shown.
    var albums: [PictureAlbum] = []
    /// The pictures of the album, in any order.
    var allItems: [PictureItem] = []
    /// The shown pictures, in order.
    var items: [PictureItem] = []
    /// Whether ``allItems`` is the whole album.
    var isWhole = false
    /// Whether ``onListed`` was called.
    var isListed = false
    var chosen: PictureItem?
    /// Why the chosen picture cannot be shown.
    var failure: DecodeFailure?
    /// The chosen picture's details when it was loaded; `nil` before.
    var previewItem: PictureItem?
    /// The original size of the chosen picture, if the preview has fewer pixels.
    var previewSize: PixelSize?
    var albumsTask: Task<Void, Never>?
    var itemsTask: Task<Void, Never>?
    var sortTask: Task<Void, Never>?
    var previewTask: Task<Void, Never>?
    var watchTask: Task<Void, Never>?
    var watch: PictureWatch?
    var choosesNext: Bool
    let choosesFirst: Bool
    private(set) var isGone = false

    /// The state for the next picker.
    public internal(set) var memory: PickerMemory

    /// Creates a picker for a source.
    ///
    /// - Parameters:
    ///   - source: the source of albums and pictures.
    ///   - decoder: decodes the pictures.
    ///   - title: what the picture is for; before the name of the album.
    ///   - memory: the state of the last picker.
    ///   - choosesNext: whether to choose the picture after the last one as soon as it is listed.
    ///   - choosesFirst: whether to choose the last picture, or else the first one, as soon as it is listed.
    public init(
        source: any PictureSource, decoder: PictureDecoder, title: String = "", memory: PickerMemory = PickerMemory(),
        choosesNext: Bool = false, choosesFirst: Bool = false
    ) {
        self.source = source
        self.choosesFirst = choosesFirst
        self.choosesNext = choosesNext
        self.memory = memory
        self.title = title
        loader = PictureLoader(source: source, decoder: decoder)
        thumbnails = ThumbnailLoader(loader)
        orderBox = comboBox(
            name: localized("Sort by"), choices: PictureOrder.allCases.map(\.title))
        let base = column()
        base.setLeastSize(width: PickerLayout.smallest.width, height: PickerLayout.smallest.height)
        widget = overlay(base)
        build()
        connect()
        attach(self, to: widget, key: "kiroku-picture-picker")
        widget.onDestroy { [weak self] in self?.end() }
        loadAlbums()
    }

    // MARK: The chosen picture

    /// Whether a picture is chosen that, as far as is known, can be shown.
    public var isSelected: Bool { chosen != nil && failure == nil }

    /// The chosen picture; `nil` unless ``isSelected``.
    public var selectedItem: PictureItem? { isSelected ? chosen : nil }

    /// The reference to the chosen picture, which can be stored and resolved later; `nil` unless ``isSelected``.
    public var reference: PictureReference? { selectedItem?.reference }

    /// Loads the chosen picture in the default size; `nil` if none is chosen.
    ///
    /// - Throws: ``DecodeFailure``.
    public func picture() async throws(DecodeFailure) -> DecodedPicture? {
        try await picture(defaultSize)
    }

    /// Loads the chosen picture in the smallest size that covers `size`, but never enlarged; `nil` if none is chosen.
    ///
    /// `RequestedSize(width:height:)` refuses sizes below 10×10.
    ///
    /// - Throws: ``DecodeFailure``.
    public func picture(_ size: RequestedSize) async throws(DecodeFailure) -> DecodedPicture? {
        guard let reference else { return nil }
        let sizing = DecodeRequest.Sizing.covering(width: size.pixels.width, height: size.pixels.height)
        return try await loader.load(reference, sizing, .picture, urgency: .chosen)
    }

    /// Chooses the next picture, or the first if none is chosen; returns false if there is none.
    @discardableResult
    public func chooseNext() -> Bool {
        let next = itemView.layout.index(.next, from: itemView.chosen)
        guard let next, next != itemView.chosen else { return false }
        itemView.choose(next)
        chooseItem(next)
        return true
    }

    /// Moves the focus to the pictures, or to the visible block.
    public func grabFocus() {
        if !isGone { canvas(of: showsOneBlock ? block : .items).grabFocus() }
    }

    /// Checks for changes that could not be watched; call this when the window comes to the front.
    public func checkAgain() {
        guard let watch else { return }
        Task { await watch.checkAgain() }
    }

    private func end() {
        isGone = true
        for task in [albumsTask, itemsTask, sortTask, previewTask, watchTask] { task?.cancel() }
        watch = nil
        thumbnails.want([], around: [], side: 96)
    }
}

extension PictureOrder {
    /// The name of the order, for the user.
    var title: String {
        switch self {
        case .name: localized("Name")
        case .date: localized("Date taken")
        case .size: localized("Size")
        }
    }
}
