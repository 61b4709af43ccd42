import GtkKit
import KirokuPictures

extension CanvasImage {
    /// The pixels of a picture, which are kept and not copied.
    convenience init?(_ pixels: PixelBuffer) {
        self.init(width: pixels.size.width, height: pixels.size.height, pixels: pixels.bytes, owner: pixels)
    }
}
