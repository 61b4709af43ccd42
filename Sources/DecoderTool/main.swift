import Glibc
import KirokuPictures

/// The program that decodes pictures for Kiroku, one after another, until the other end closes.
///
/// Requests come through standard input, and answers go to standard output; both are the same socket.
ProcessLimits.apply(arguments.limits)
setlocale(LC_ALL, "")
let service = DecodeService(limits: arguments.limits, thumbnails: arguments.thumbnails)
let channel = FrameChannel(socket: STDIN_FILENO)
while let request = try? channel.receive(DecodeRequest.self) {
    guard (try? service.serve(request, on: channel)) != nil else { break }
}
