import SceneGraph
import SpatialMath
import Testing

@Suite struct EntityTests {
  private func tree() -> (root: Entity, arm: Entity, hand: Entity) {
    let root = Entity(name: "root", transform: Transform(translation: Vector3(1, 0, 0)))
    let arm = Entity(
      name: "arm",
      transform: Transform(
        scale: Vector3(2, 2, 2), rotation: Quaternion(angle: .pi / 2, axis: Vector3(0, 0, 1)),
        translation: Vector3(0, 3, 0)))
    let hand = Entity(name: "hand", transform: Transform(translation: Vector3(1, 0, 0)))
    root.addChild(arm)
    arm.addChild(hand)
    return (root, arm, hand)
  }

  @Test func placesComposeUpToTheWorld() {
    let (root, arm, hand) = tree()
    #expect(isClose(hand.position(relativeTo: nil), Vector3(1, 5, 0)))
    #expect(isClose(hand.position(relativeTo: root), Vector3(0, 5, 0)))
    #expect(isClose(hand.position(relativeTo: arm), Vector3(1, 0, 0)))
    #expect(hand.transformMatrix(relativeTo: hand) == .identity)
  }

  @Test func placesAreGivenRelativeToEntitiesOfAnotherBranch() {
    let (root, _, hand) = tree()
    let other = Entity(transform: Transform(translation: Vector3(0, 0, 7)))
    root.addChild(other)
    #expect(isClose(hand.position(relativeTo: other), Vector3(0, 5, -7)))
  }

  @Test func settingAMatrixRelativeToAnEntityIsReadBack() {
    let (root, _, hand) = tree()
    let wanted = Transform(
      scale: Vector3(1, 2, 3), rotation: Quaternion(angle: 0.4, axis: Vector3(1, 2, 3)),
      translation: Vector3(4, 5, 6)
    ).matrix
    hand.setTransformMatrix(wanted, relativeTo: root)
    for (a, b) in zip(hand.transformMatrix(relativeTo: root).elements, wanted.elements) {
      #expect(abs(a - b) < roundOff)
    }
  }

  @Test func movingToAnotherParentCanKeepTheWorldPlace() {
    let (root, arm, hand) = tree()
    let before = hand.position(relativeTo: nil)
    root.addChild(hand, preservingWorldTransform: true)
    #expect(isClose(hand.position(relativeTo: nil), before))
    #expect(hand.parent === root)
    #expect(arm.children.isEmpty)
  }

  @Test func anEntityIsNeverHungBelowItself() {
    let (root, _, hand) = tree()
    hand.addChild(root)
    #expect(root.parent == nil)
    #expect(hand.children.isEmpty)
  }

  @Test func entitiesAreFoundByNameAndRemoved() {
    let (root, arm, hand) = tree()
    #expect(root.findEntity(named: "hand") === hand)
    #expect(root.findEntity(named: "foot") == nil)
    arm.removeFromParent()
    #expect(root.findEntity(named: "hand") == nil)
    #expect(arm.parent == nil)
  }

  @Test func disablingAParentDisablesItsChildren() {
    let (root, _, hand) = tree()
    #expect(hand.isEnabledInHierarchy)
    root.isEnabled = false
    #expect(!hand.isEnabledInHierarchy)
    #expect(hand.isEnabled)
  }

  @Test func boundsFollowTheModelsAndSkipTheDisabled() {
    let root = Entity()
    let box = ModelEntity(
      mesh: MeshResource(.roundedBox(size: SIMD3(2, 4, 6), radius: 0.1)),
      transform: Transform(translation: Vector3(10, 0, 0)))
    root.addChild(box)
    let bounds = root.visualBounds(relativeTo: nil)
    #expect(isClose(bounds.center, Vector3(10, 0, 0), within: 1e-5))
    #expect(isClose(bounds.extents, Vector3(2, 4, 6), within: 1e-5))
    box.isEnabled = false
    #expect(root.visualBounds(relativeTo: nil).isEmpty)
  }
}

@Suite struct TransformTests {
  @Test func eulerAnglesComposeAsYawPitchRoll() {
    let t = Transform(pitch: 0.3, yaw: -0.8, roll: 1.1)
    let r =
      Quaternion(angle: -0.8, axis: Vector3(0, 1, 0))
      * Quaternion(angle: 0.3, axis: Vector3(1, 0, 0))
      * Quaternion(angle: 1.1, axis: Vector3(0, 0, 1))
    #expect((t.rotation.inverse * r).angle < roundOff)
    let angles = EulerAngles(t.rotation)
    #expect(abs(angles.pitch - 0.3) < roundOff)
    #expect(abs(angles.yaw + 0.8) < roundOff)
    #expect(abs(angles.roll - 1.1) < roundOff)
  }

  @Test func matrixScalesThenTurnsThenMoves() {
    let t = Transform(
      scale: Vector3(2, 3, 4), rotation: Quaternion(angle: .pi / 2, axis: Vector3(0, 1, 0)),
      translation: Vector3(1, 1, 1))
    #expect(isClose(t.matrix.transform(point: Vector3(1, 0, 0)), Vector3(1, 1, -1)))
    #expect(isClose(t.matrix.transform(point: Vector3(0, 1, 0)), Vector3(1, 4, 1)))
  }

  @Test func aMatrixIsTakenApartIntoTheTransformItCameFrom() {
    let t = Transform(
      scale: Vector3(0.5, 2, 3), rotation: Quaternion(angle: 1, axis: Vector3(3, 1, 2)),
      translation: Vector3(-1, 2, 5))
    let back = Transform(matrix: t.matrix)
    #expect(isClose(back.scale, t.scale))
    #expect(isClose(back.translation, t.translation))
    #expect((back.rotation.inverse * t.rotation).angle < roundOff)
  }

  @Test func aFlatMatrixGivesFiniteValues() {
    let t = Transform(matrix: Transform(scale: Vector3(1, 0, 1)).matrix)
    #expect(t.scale == Vector3(1, 0, 1))
    #expect(t.rotation.angle < roundOff)
  }
}
