// SPDX-License-Identifier: Apache-2.0

/// A small file of OpenVINO's IR: the picture goes in, is converted, and each of its 8 by 8 cells' means
/// comes out, as of ``TinyONNX``. Its weights are empty but for the axes of a shape.
struct TinyIR {
  var shape = "1,3,112,112"
  var dimensions = [1, 192]
  /// Layers beside its own.
  var more = ""

  /// The shape that numbers are put into: -1 and 192, whole numbers of 64 bits.
  static let weights: [UInt8] = (0..<8).map { _ in 0xFF } + [192, 0, 0, 0, 0, 0, 0, 0]

  var layers: String {
    """
    <layer id="0" name="image" type="Parameter" version="opset1">
      <data shape="\(shape)" element_type="u8" />
      <output>\(Self.port(0, "U8", [1, 3, 112, 112]))</output>
    </layer>
    <layer id="1" name="float" type="Convert" version="opset1">
      <data destination_type="f32" />
      <input>\(Self.port(0, "U8", [1, 3, 112, 112]))</input>
      <output>\(Self.port(1, "FP32", [1, 3, 112, 112]))</output>
    </layer>
    <layer id="2" name="cells" type="AvgPool" version="opset1">
      <data strides="14, 14" pads_begin="0, 0" pads_end="0, 0" kernel="14, 14" exclude-pad="true"
            rounding_type="floor" auto_pad="explicit" />
      <input>\(Self.port(0, "FP32", [1, 3, 112, 112]))</input>
      <output>\(Self.port(1, "FP32", [1, 3, 8, 8]))</output>
    </layer>
    <layer id="3" name="vector" type="Const" version="opset1">
      <data element_type="i64" shape="2" offset="0" size="16" />
      <output>\(Self.port(0, "I64", [2]))</output>
    </layer>
    <layer id="4" name="flat" type="Reshape" version="opset1">
      <data special_zero="false" />
      <input>\(Self.port(0, "FP32", [1, 3, 8, 8]))\(Self.port(1, "I64", [2]))</input>
      <output>\(Self.port(2, "FP32", [1, 192]))</output>
    </layer>
    <layer id="5" name="embedding" type="Result" version="opset1">
      <input>\(Self.port(0, "FP32", dimensions))</input>
    </layer>
    """
  }

  var text: String {
    """
    <?xml version="1.0"?>
    <!-- what is no tag: <net> -->
    <net name="tiny" version="11">
      <layers>\(layers)\(more)</layers>
      <edges>
        <edge from-layer="0" from-port="0" to-layer="1" to-port="0" />
        <edge from-layer="1" from-port="1" to-layer="2" to-port="0" />
        <edge from-layer="2" from-port="1" to-layer="4" to-port="0" />
        <edge from-layer="3" from-port="0" to-layer="4" to-port="1" />
        <edge from-layer="4" from-port="2" to-layer="5" to-port="0" />
      </edges>
      <rt_info />
    </net>

    """
  }

  private static func port(_ id: Int, _ precision: String, _ dimensions: [Int]) -> String {
    let dims = dimensions.map { "<dim>\($0)</dim>" }.joined()
    return "<port id=\"\(id)\" precision=\"\(precision)\">\(dims)</port>"
  }
}
