import FoundationEssentials
import Glibc
import KirokuCore
import KirokuPictures

/// Making thumbnails of photographs, as for an album that is shown for the first time.
struct Thumbnails {
    /// The URIs of the photographs.
    let files: [String]
    /// The number of decoders that work at a time.
    let lines: Int
    private static let sizing = DecodeRequest.Sizing.fitting(width: 256, height: 256)
    /// The number of measurements of the first thumbnail for each run over all files.
    private static let firsts = 5

    /// Takes all files of a folder.
    init(folder: String, lines: Int) throws {
        guard let whole = realpath(folder, nil) else { throw StorageError.notFound(path: folder) }
        defer { free(whole) }
        let path = String(cString: whole)
        files = try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { "file://\(path)/\($0)" }
        guard !files.isEmpty else { throw StorageError.notFound(path: folder) }
        self.lines = lines
    }

    /// Measures this number of runs over all files, each without stored thumbnails.
    func measure(runs: Int) async throws {
        var all: [Double] = []
        for _ in 0..<runs { all.append(try await milliseconds { try await makeAll($0) } / Double(files.count)) }
        guard lines == 1 else { return printFigures("thumbnail, two processors", all) }
        var first: [Double] = []
        var glimpse: [Double] = []
        for place in 0..<runs * Self.firsts {
            let file = files[place % files.count]
            first.append(
                try await milliseconds { _ = try await $0.decode(Self.request(file, .thumbnail), urgency: .soon) })
            glimpse.append(
                try await milliseconds { _ = try await $0.decode(Self.request(file, .glimpse), urgency: .soon) })
        }
        printFigures("thumbnail", all)
        printFigures("first thumbnail", first)
        printFigures("first sight", glimpse)
    }

    private func makeAll(_ decoder: PictureDecoder) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for file in files {
                group.addTask { _ = try await decoder.decode(Self.request(file, .thumbnail), urgency: .soon) }
            }
            try await group.waitForAll()
        }
        // The decoder stores the last thumbnail after its answer; another request waits for that.
        for _ in 0..<lines { _ = try await decoder.decode(Self.request(files[0], .glimpse), urgency: .soon) }
    }

    private static func request(_ uri: String, _ effort: DecodeRequest.Effort) -> DecodeRequest {
        DecodeRequest(.file(uri: uri), sizing, effort)
    }

    /// The milliseconds that work takes with a decoder that has not been started, and an empty folder of thumbnails.
    private func milliseconds(_ work: (PictureDecoder) async throws -> Void) async throws -> Double {
        let folder =
            FileManager.default.temporaryDirectory.path + "/kiroku-bench-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let start = ContinuousClock.now
        let decoder = PictureDecoder(thumbnails: ThumbnailFolder(path: folder), lines: lines)
        try await work(decoder)
        return (ContinuousClock.now - start) / .milliseconds(1)
    }
}
