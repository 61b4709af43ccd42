import KirokuCore
import KirokuPictures
import KirokuViews

/// The picture picker over its own folder.
final class PicturePickerExperiment: Experiment {
    static let title = "Picture picker"

    private let page: Page
    private let scratch: ScratchFolder
    private let picker: PicturePicker

    init(on page: Page) throws {
        self.page = page
        scratch = try ScratchFolder()
        let folder = scratch.path + "/Colours"
        for (name, size) in [("large", (400, 300)), ("small", (40, 30)), ("wide", (600, 60))] {
            try DataFileLink(path: "\(folder)/\(name).bmp").save(SamplePicture.bytes(width: size.0, height: size.1))
        }
        try DataFileLink(path: folder + "/x-broken.png").save(Array("no picture".utf8))
        picker = PicturePicker(
            source: PictureFolders([.init(path: scratch.path, depth: 2)]), decoder: PictureDecoder(thumbnails: nil),
            title: "Pictures")
        page.show(picker.widget)
    }

    func clear() { scratch.remove() }

    /// Chooses the next picture once it is listed.
    private func chooseNext() async throws {
        try await waitUntil("there is a next picture") { picker.chooseNext() }
        page.write("chosen: \(picker.selectedItem?.name ?? "nothing")")
    }

    private func size(_ picture: DecodedPicture?) throws -> PixelSize {
        guard let picture else { throw ExperimentFault("there is no picture") }
        return picture.pixels.size
    }

    static let steps: [Step<PicturePickerExperiment>] = [
        .normal("nothing is selected at first") { me in
            try check(!me.picker.isSelected && me.picker.reference == nil, "nothing is selected")
            try check(try await me.picker.picture() == nil, "there is no picture")
        },
        .normal("the first picture") { me in
            try await me.chooseNext()
            try check(me.picker.isSelected && me.picker.selectedItem?.name == "large.bmp", "large.bmp is selected")
        },
        .normal("in the default size it is not enlarged") { me in
            let size = try me.size(try await me.picker.picture())
            try check(size == PixelSize(width: 400, height: 300), "the size is \(size)")
        },
        .normal("the smallest that covers 100×100") { me in
            let size = try me.size(try await me.picker.picture(try RequestedSize(width: 100, height: 100)))
            try check(size.height == 100 && size.width >= 100, "the size is \(size)")
            me.page.write("covers 100×100: \(size.width)×\(size.height)")
        },
        .normal("the next ones") { me in
            try await me.chooseNext()
            try await me.chooseNext()
            try check(me.picker.selectedItem?.name == "wide.bmp", "wide.bmp is selected")
        },
        .error("9×9 is too small to ask for", code: "KRK_PP_SZ") { _ in
            try expectRefusal { _ = try RequestedSize(width: 9, height: 9) }
        },
        .error("a broken picture cannot be had", code: "KRK_WB_PP") { me in
            try await me.chooseNext()
            do { _ = try await me.picker.picture() } catch {
                Reports.error("KRK_WB_PP", "\(error)")
                try await me.waitUntil("it is not selected") { !me.picker.isSelected }
                return try check(me.picker.selectedItem == nil && me.picker.reference == nil, "nothing is selected")
            }
            throw ExperimentFault("was decoded")
        },
    ]

    /// Returns as soon as the condition holds; fails the step if it does not within 10 seconds.
    private func waitUntil(_ what: String, _ condition: () -> Bool) async throws {
        for _ in 0..<500 {
            if condition() { return }
            try await AppClock.shared.sleep(for: .milliseconds(20))
        }
        throw ExperimentFault("never came true: \(what)")
    }
}

/// A picture that needs no encoder: an uncompressed bitmap.
private enum SamplePicture {
    static func bytes(width: Int, height: Int) -> [UInt8] {
        let stride = (width * 3 + 3) / 4 * 4
        var bytes = Array("BM".utf8) + little(54 + stride * height) + little(0) + little(54)
        bytes += little(40) + little(width) + little(height) + [1, 0, 24, 0]
        bytes += little(0) + little(stride * height) + little(2_835) + little(2_835) + little(0) + little(0)
        for row in 0..<height {
            for column in 0..<width {
                bytes += [UInt8(200 * row / height + 40), UInt8(200 * column / width + 40), 120]
            }
            bytes += [UInt8](repeating: 0, count: stride - width * 3)
        }
        return bytes
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
