import Glibc
import KirokuPictures

/// The program that decodes pictures for Kiroku, one after the other, until nobody asks any more.
///
/// Requests come through its standard input, answers go out through its standard output; both are one socket.
ProcessLimits.apply(arguments.limits)
setlocale(LC_ALL, "")
let service = DecodeService(limits: arguments.limits, thumbnails: arguments.thumbnails)
let channel = FrameChannel(socket: STDIN_FILENO)
while let request = try? channel.receive(DecodeRequest.self) {
    guard (try? service.serve(request, on: channel)) != nil else { break }
}
