import Foundation
import Synchronization

/// What is mirrored in a surface: six square pictures round it.
///
/// In the order +X −X +Y −Y +Z −Z of a **left-handed** frame, as graphics interfaces have it: +Z is
/// what lies before a camera that looks along our −Z. Immutable, thread-safe.
public final class ReflectionResource: Sendable, Equatable {
  /// The same for as long as it lives, and never given again.
  public let identifier: UInt64
  /// Pixels along each side.
  public let size: Int
  /// Six times `size · size · 4` bytes as in `TextureResource`.
  public let faces: [[UInt8]]

  private static let nextIdentifier = Atomic<UInt64>(1)

  /// Six pictures in order; nil when they are not square or differ in size.
  public convenience init?(faces: [TextureResource]) {
    guard faces.count == 6, let size = faces.first?.width,
      faces.allSatisfy({ $0.width == size && $0.height == size })
    else { return nil }
    self.init(size: size, faces: faces.map(\.pixels))
  }

  /// One picture: a strip of six squares beside or below each other, or all directions by
  /// longitude and latitude (twice as wide as high); nil for another shape.
  public convenience init?(_ picture: TextureResource) {
    let (w, h) = (picture.width, picture.height)
    if w == 6 * h {
      self.init(
        size: h, faces: (0..<6).map { picture.square(x: $0 * h, y: 0, size: h) })
    } else if h == 6 * w {
      self.init(
        size: w, faces: (0..<6).map { picture.square(x: 0, y: $0 * w, size: w) })
    } else if w == 2 * h {
      // A quarter turn of the picture fills a face.
      self.init(size: max(1, h / 2), faces: Self.faces(of: picture, size: max(1, h / 2)))
    } else {
      return nil
    }
  }

  private init(size: Int, faces: [[UInt8]]) {
    let (identifier, _) = Self.nextIdentifier.add(1, ordering: .relaxed)
    self.identifier = identifier
    self.size = size
    self.faces = faces
  }

  /// True for one and the same.
  public static func == (a: ReflectionResource, b: ReflectionResource) -> Bool { a === b }

  /// The direction through a place of a face, −1…1 to the right and down, in the left-handed frame.
  static func direction(face: Int, _ u: Float, _ v: Float) -> SIMD3<Float> {
    switch face {
    case 0: SIMD3(1, -v, -u)
    case 1: SIMD3(-1, -v, u)
    case 2: SIMD3(u, 1, v)
    case 3: SIMD3(u, -1, -v)
    case 4: SIMD3(u, -v, 1)
    default: SIMD3(-u, -v, -1)
    }
  }

  /// The middle of a picture of all directions is what lies before the camera (+Z), its right half
  /// what lies to the right.
  private static func faces(of picture: TextureResource, size: Int) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for face in 0..<6 {
      var pixels: [UInt8] = []
      pixels.reserveCapacity(size * size * 4)
      for y in 0..<size {
        let v: Float = place(y, of: size)
        for x in 0..<size {
          let d: SIMD3<Float> = direction(face: face, place(x, of: size), v)
          pixels += picture.pixel(towards: d)
        }
      }
      result.append(pixels)
    }
    return result
  }

  /// The middle of a pixel, −1…1.
  private static func place(_ index: Int, of size: Int) -> Float {
    let steps = Float(2 * index + 1)
    return steps / Float(size) - 1
  }
}

extension TextureResource {
  /// The pixel of a direction in a picture by longitude and latitude.
  fileprivate func pixel(towards d: SIMD3<Float>) -> ArraySlice<UInt8> {
    let longitude: Float = atan2(d.x, d.z)
    let level: Float = (d.x * d.x + d.z * d.z).squareRoot()
    let latitude: Float = atan2(d.y, level)
    let u: Float = 0.5 + longitude / (2 * Float.pi)
    let v: Float = 0.5 - latitude / Float.pi
    return pixel(u, v)
  }

  /// A square part.
  fileprivate func square(x: Int, y: Int, size: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(size * size * 4)
    for row in y..<y + size {
      let start = (row * width + x) * 4
      result += pixels[start..<start + size * 4]
    }
    return result
  }

  /// The nearest pixel at a place 0…1 from the left and from the top.
  fileprivate func pixel(_ u: Float, _ v: Float) -> ArraySlice<UInt8> {
    let x = min(width - 1, max(0, Int(u * Float(width))))
    let y = min(height - 1, max(0, Int(v * Float(height))))
    return pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4]
  }
}
