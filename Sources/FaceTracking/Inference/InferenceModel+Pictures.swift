import Foundation
import ImageProcessing
import SessionCore
import SystemSupport

extension InferenceModel {
  /// Compiles a pinned file of the model folder.
  convenience init(
    runtime: InferenceRuntime, models: ModelStore, file: String, sha256: String
  ) throws(FaceTrackingError) {
    try self.init(
      runtime: runtime, data: models.checkedContents(of: file, sha256: sha256), name: file)
  }

  /// Checks that the outputs have these numbers of values.
  func expectOutputs(_ counts: [Int]) throws(FaceTrackingError) {
    guard outputCounts == counts else {
      throw .modelUnexpected(
        model: name, reason: "it answers \(outputCounts) values instead of \(counts)")
    }
  }

  /// Fills the input with a rectangle of a picture.
  func fill(
    from rectangle: OrientedRectangle, of picture: PixelBuffer, cropper: PictureCropper,
    border: PictureCropper.Border, scale: Float, offset: Float
  ) throws(FaceTrackingError) {
    try withInput { (values) throws(FaceTrackingError) in
      do throws(PictureCropError) {
        try cropper.crop(
          rectangle, of: picture, border: border, scale: scale, offset: offset, into: values)
      } catch {
        throw .pictureUnusable(reason: error.description)
      }
    }
  }
}

extension ModelStore {
  /// The bytes of a pinned file.
  func checkedContents(of file: String, sha256: String) throws(FaceTrackingError) -> Data {
    do throws(ModelStoreError) {
      return try contents(of: file, sha256: sha256)
    } catch {
      throw .models(error)
    }
  }
}
