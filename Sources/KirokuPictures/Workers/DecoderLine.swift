import Dispatch
import KirokuCore
import Synchronization

/// A decoder process, replaced by a new one when it fails, and the queue that waits for it.
final class DecoderLine: Sendable {
    let queue = DispatchQueue(label: "kiroku.pictures.decoding", qos: .userInitiated)
    private let program: String
    private let arguments: [String]
    private let milliseconds: Int
    /// Used only on the queue, except for closing.
    private let process: Mutex<(DecoderProcess, isFresh: Bool)?> = Mutex(nil)

    init(program: String, arguments: [String], seconds: Int) {
        self.program = program
        self.arguments = arguments
        milliseconds = seconds * 1_000
    }

    func close() {
        process.withLock { $0 = nil }
    }

    /// Decodes a picture, and resumes the task that waits for it.
    func run(_ job: DecodeJob) {
        while job.isWanted {
            do throws(DecodeFailure) {
                let (process, isFresh) = try decoder()
                guard job.begin(in: process) else { return }
                do throws(ChannelFailure) {
                    job.finish(try answer(to: job, from: process))
                    self.process.withLock { $0?.isFresh = false }
                    return
                } catch {
                    close()
                    guard job.isWanted else { return }
                    let failure: DecodeFailure = error == .timeout ? .tooSlow : .endedDecoder
                    if !isFresh, failure == .endedDecoder { continue }
                    remember(failure, of: job)
                    job.finish(.failure(failure))
                }
            } catch {
                Reports.error("KRK_PD_RUN", "no decoder for pictures: \(error)")
                job.finish(.failure(error))
            }
        }
    }

    private func decoder() throws(DecodeFailure) -> (DecoderProcess, isFresh: Bool) {
        if let known = process.withLock({ $0 }) { return known }
        let started = (try DecoderProcess(program: program, arguments: arguments), isFresh: true)
        process.withLock { $0 = started }
        return started
    }

    private func answer(
        to job: DecodeJob, from process: DecoderProcess
    ) throws(ChannelFailure) -> DecodeJob.Outcome {
        try send(job, to: process)
        let answer = try process.channel.receive(DecodeAnswer.self, within: milliseconds)
        switch answer {
        case .nothingYet: return .success(nil)
        case .failure(let failure): return .failure(failure)
        case .picture(let facts):
            let size = PixelSize(width: facts.width, height: facts.height)
            // A malicious picture may have taken the decoder over and made it send anything.
            guard size.count > 0, size.count <= Self.mostPixels else { throw .malformed }
            let pixels = try PixelBuffer(size: size) { buffer throws(ChannelFailure) in
                try process.channel.receive(into: buffer, within: milliseconds)
            }
            var original: PixelSize?
            if let width = facts.originalWidth, let height = facts.originalHeight {
                original = PixelSize(width: width, height: height)
            }
            return .success(DecodedPicture(pixels: pixels, originalSize: original, isFinal: facts.isFinal))
        }
    }

    private func send(_ job: DecodeJob, to process: DecoderProcess) throws(ChannelFailure) {
        var failure: ChannelFailure?
        job.bytes.withUnsafeBytes { bytes in
            do throws(ChannelFailure) {
                try process.channel.send(job.request, payload: bytes.isEmpty ? nil : bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Makes a new process record that the file cannot be decoded, so that no task waits for it again.
    private func remember(_ failure: DecodeFailure, of job: DecodeJob) {
        guard case .file = job.request.origin, let (process, _) = try? decoder() else { return }
        let note = DecodeRequest(job.request.origin, job.request.sizing, .noteFailure(failure))
        do throws(ChannelFailure) {
            try process.channel.send(note)
            _ = try process.channel.receive(DecodeAnswer.self, within: milliseconds)
        } catch {
            close()
        }
    }

    /// Far more than is ever requested.
    private static let mostPixels = 400_000_000
}
