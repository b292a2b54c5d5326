import SessionCore
import SpatialMath

/// rgb = matrix · (y, u, v) + offset, all values 0…1 as textures give them.
struct YUVConversion {
  var matrix: Matrix3x3
  var offset: Vector3

  /// The conversion of an encoding (ITU-R BT.601 and BT.709; 16…235 and 16…240, or all of 0…255).
  init(_ encoding: ColorEncoding) {
    // Luma weights of red and blue.
    let (kr, kb) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let kg = 1 - kr - kb
    let y = encoding.isFullRange ? 1.0 : 255.0 / 219
    let c = encoding.isFullRange ? 1.0 : 255.0 / 224
    matrix = Matrix3x3(
      columns: Vector3(y, y, y),
      Vector3(0, -2 * (1 - kb) * kb / kg * c, 2 * (1 - kb) * c),
      Vector3(2 * (1 - kr) * c, -2 * (1 - kr) * kr / kg * c, 0))
    let black = encoding.isFullRange ? 0.0 : 16.0 / 255
    offset = -(matrix * Vector3(black, 128.0 / 255, 128.0 / 255))
  }
}
