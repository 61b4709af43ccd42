import CGtk
import CoreTestSupport
import Foundation
import Geometry
import GtkKit
import KirokuPictures
import KirokuPresentation
import PictureTestSupport
import TestSupport

@testable import KirokuViews

/// A window with a picker over a folder of pictures.
///
///     a.png 40×20, b2.png 400×200, b10.jpg 800×400, broken.png, and in "travel" c.png; "none" has no pictures.
@MainActor
struct PickerFixture {
    let folder: TemporaryFolder
    let picker: PicturePicker
    let window: TestWindow

    init(memory: PickerMemory = PickerMemory(), width: Int = 900, height: Int = 400) throws {
        folder = try TemporaryFolder()
        for name in ["pictures/travel", "pictures/none"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try Self.put(SamplePicture.bytes(40, 20), "a.png", folder)
        try Self.put(SamplePicture.bytes(400, 200), "b2.png", folder)
        try Self.put(SamplePicture.bytes(800, 400, format: "jpeg"), "b10.jpg", folder)
        try Self.put(Array("no picture".utf8), "broken.png", folder)
        try Self.put(SamplePicture.bytes(30, 30), "travel/c.png", folder)
        let thumbnails = ThumbnailFolder(path: folder.path("thumbnails"))
        picker = PicturePicker(
            source: PictureFolders([.init(path: folder.path("pictures"), depth: 8)]),
            decoder: PictureDecoder(thumbnails: thumbnails, lines: 1), title: "Pictures", memory: memory)
        window = testWindow(picker.widget, width: width, height: height)
    }

    /// The picker with its first album in sight.
    init(listed: Void) throws {
        try self.init()
        work(until: { [picker] in picker.items.count == 4 && picker.watch != nil })
    }

    func put(_ bytes: [UInt8], _ name: String) throws {
        try Self.put(bytes, name, folder)
    }

    private static func put(_ bytes: [UInt8], _ name: String, _ folder: TemporaryFolder) throws {
        let path = folder.path("pictures/" + name)
        try Data(bytes).write(to: URL(filePath: path))
        let long = Date(timeIntervalSinceNow: -1_000)
        try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: path)
    }

    var names: [String] { picker.items.map(\.name) }

    func choose(_ name: String) {
        guard let index = names.firstIndex(of: name) else { return }
        picker.itemView.choose(index)
        picker.chooseItem(index)
    }

    var message: String { picker.messageLine.message?.text ?? "" }

    func close() {
        window.destroy()
        workOff()
    }

    /// Where a widget is within the picker.
    func frame(of widget: some Widget) -> Rectangle {
        var x: gint = 0
        var y: gint = 0
        gtk_widget_translate_coordinates(widget.pointer, picker.widget.pointer, 0, 0, &x, &y)
        return Rectangle(x: Int(x), y: Int(y), width: widget.laidOutWidth, height: widget.laidOutHeight)
    }
}
