import FoundationEssentials
import Glibc

/// Why a channel cannot send or receive.
package enum ChannelFailure: Error, Sendable {
    /// The other end is closed.
    case closed
    /// Nothing has arrived in time.
    case timeout
    /// The received bytes are not a message.
    case malformed
}

/// Sends messages through a socket.
///
/// A message is a length in four bytes, the least significant first, that many bytes of JSON, and its payload.
package struct FrameChannel: Sendable {
    /// The maximum length of a message's JSON, in bytes; all real messages are shorter.
    private static let mostHeaderBytes = 1 << 16

    private let socket: Int32

    package init(socket: Int32) {
        self.socket = socket
    }

    /// Sends a message and its payload.
    package func send(_ message: some Encodable, payload: UnsafeRawBufferPointer? = nil) throws(ChannelFailure) {
        guard let header = try? JSONEncoder().encode(message) else { throw .malformed }
        let length = UInt32(header.count)
        var bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
        bytes += header
        var failure: ChannelFailure?
        bytes.withUnsafeBytes { buffer in
            do throws(ChannelFailure) { try write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        if let payload { try write(payload) }
    }

    /// Receives the next message.
    ///
    /// - Parameters:
    ///   - type: the type of the message.
    ///   - milliseconds: how long to wait for each part of the message; `nil` for no limit.
    package func receive<Message: Decodable>(
        _ type: Message.Type, within milliseconds: Int? = nil
    ) throws(ChannelFailure) -> Message {
        let lengthBytes = try receiveBytes(4, within: milliseconds)
        let length = lengthBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.mostHeaderBytes else { throw .malformed }
        let header = try receiveBytes(length, within: milliseconds)
        guard let message = try? JSONDecoder().decode(type, from: Data(header)) else { throw .malformed }
        return message
    }

    /// Receives this number of bytes of payload.
    package func receiveBytes(_ count: Int, within milliseconds: Int? = nil) throws(ChannelFailure) -> [UInt8] {
        var failure: ChannelFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(ChannelFailure) {
                try receive(into: UnsafeMutableRawBufferPointer(buffer), within: milliseconds)
                filled = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Fills the buffer with payload.
    package func receive(
        into buffer: UnsafeMutableRawBufferPointer, within milliseconds: Int? = nil
    ) throws(ChannelFailure) {
        var place = 0
        while place < buffer.count {
            if let milliseconds { try wait(milliseconds) }
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[place...])
            let step = read(socket, rest.baseAddress, rest.count)
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw .closed }
            place += step
        }
    }

    private func wait(_ milliseconds: Int) throws(ChannelFailure) {
        var asked = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            let left = max(0, (end - .now) / .milliseconds(1))
            let ready = poll(&asked, 1, Int32(left.rounded(.up)))
            if ready > 0 { return }
            guard ready < 0, errno == EINTR else { throw .timeout }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(ChannelFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            // No signal if the other end is closed: waiting for its answer shows that.
            let step = Glibc.send(socket, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw .closed }
            rest = rest.dropFirst(step)
        }
    }
}
