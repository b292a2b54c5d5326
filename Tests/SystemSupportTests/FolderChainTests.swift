import SystemSupport
import Testing

@Suite struct FolderChainTests {
  @Test func foldersComeFromTheNearestToTheRootsChild() {
    #expect(FolderChain.upwards(from: "/a/b/c") == ["/a/b/c", "/a/b", "/a"])
    #expect(FolderChain.upwards(from: "/a//b/") == ["/a/b", "/a"])
    #expect(FolderChain.upwards(from: "/").isEmpty)
  }

  /// The name of a working folder that was removed.
  @Test func whatHasNoPathHasNoFoldersAbove() {
    #expect(FolderChain.upwards(from: "").isEmpty)
    #expect(FolderChain.upwards(from: "a/b").isEmpty)
  }
}
