import CanonicalJSON
import Testing

@Suite("Columns of text")
struct ColumnsTests {
  @Test("columns are as wide as their widest cell, colour not counted, line ends clean")
  func columns() {
    var columns = Columns(indent: 1, rightAligned: [1])
    columns.add("a", "1", "x")
    columns.add("long", "100", "")
    #expect(columns.lines { $0 == 0 ? "<\($1)>" : $1 } == [" <a>       1  x", " <long>  100"])
  }
}
