import Glibc
import KirokuPictures

/// The program's arguments: the limits, and the folder of the shared thumbnails.
struct Arguments {
    let limits: DecodeLimits
    let thumbnails: ThumbnailFolder?
}

/// Ends the program if the arguments are invalid.
let arguments: Arguments = {
    let texts = CommandLine.arguments.dropFirst()
    guard let limits = texts.first.flatMap({ DecodeLimits(argument: $0) }), texts.count <= 2 else {
        let help = Array("This program decodes pictures for Kiroku, which starts it when it is needed.\n".utf8)
        _ = write(STDERR_FILENO, help, help.count)
        exit(2)
    }
    return Arguments(limits: limits, thumbnails: texts.dropFirst().first.map { ThumbnailFolder(path: $0) })
}()
