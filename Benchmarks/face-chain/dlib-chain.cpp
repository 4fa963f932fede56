// SPDX-License-Identifier: Apache-2.0
// dlib's own chain: HOG frontal detector on grey, 5-point predictor, 150x150 chip, ResNet-29 on OpenBLAS.
//
//     dlib-chain <shape_predictor_5.dat> <resnet.dat> <frame.ppm>...
//
// Prints "ready", then for each line "<frame> <passes>" the nanoseconds from frame to descriptor; two passes
// embed the mirrored chip too, as F6 does. The network is that of dlib's example dnn_face_recognition_ex.
#include <dlfcn.h>
#include <dlib/dnn.h>
#include <dlib/image_processing.h>
#include <dlib/image_processing/frontal_face_detector.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

using namespace dlib;

template <template <int, template <typename> class, int, typename> class block, int N,
          template <typename> class BN, typename SUBNET>
using residual = add_prev1<block<N, BN, 1, tag1<SUBNET>>>;
template <template <int, template <typename> class, int, typename> class block, int N,
          template <typename> class BN, typename SUBNET>
using residual_down = add_prev2<avg_pool<2, 2, 2, 2, skip1<tag2<block<N, BN, 2, tag1<SUBNET>>>>>>;
template <int N, template <typename> class BN, int stride, typename SUBNET>
using block = BN<con<N, 3, 3, 1, 1, relu<BN<con<N, 3, 3, stride, stride, SUBNET>>>>>;
template <int N, typename SUBNET> using ares = relu<residual<block, N, affine, SUBNET>>;
template <int N, typename SUBNET> using ares_down = relu<residual_down<block, N, affine, SUBNET>>;
template <typename SUBNET> using alevel0 = ares_down<256, SUBNET>;
template <typename SUBNET> using alevel1 = ares<256, ares<256, ares_down<256, SUBNET>>>;
template <typename SUBNET> using alevel2 = ares<128, ares<128, ares_down<128, SUBNET>>>;
template <typename SUBNET> using alevel3 = ares<64, ares<64, ares<64, ares_down<64, SUBNET>>>>;
template <typename SUBNET> using alevel4 = ares<32, ares<32, ares<32, SUBNET>>>;
using resnet = loss_metric<fc_no_bias<
    128, avg_pool_everything<alevel0<alevel1<alevel2<alevel3<alevel4<
             max_pool<3, 3, 2, 2, relu<affine<con<32, 7, 7, 2, 2, input_rgb_image_sized<150>>>>>>>>>>>>>;

static matrix<rgb_pixel> read_frame(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string magic;
  long width = 0, height = 0, white = 0;
  file >> magic >> width >> height >> white;
  file.get();
  matrix<rgb_pixel> frame(height, width);
  file.read(reinterpret_cast<char *>(&frame(0, 0)), width * height * 3);
  if (!file || magic != "P6")
    throw std::runtime_error(path + " is not a frame");
  return frame;
}

int main(int count, char **arguments) try {
  // dlib computes with whatever BLAS the system has chosen; another one takes ten times as long.
  if (!dlsym(RTLD_DEFAULT, "openblas_get_config"))
    throw std::runtime_error("BLAS is not OpenBLAS: install libopenblas0-pthread");
  if (count < 4)
    throw std::runtime_error("usage: dlib-chain <predictor> <network> <frame>...");
  auto detector = get_frontal_face_detector();
  shape_predictor predictor;
  deserialize(arguments[1]) >> predictor;
  resnet network;
  deserialize(arguments[2]) >> network;
  std::vector<matrix<rgb_pixel>> frames;
  for (int i = 3; i < count; i++)
    frames.push_back(read_frame(arguments[i]));
  std::cout << "ready" << std::endl;

  size_t index = 0;
  int passes = 1;
  while (std::cin >> index >> passes) {
    const auto start = std::chrono::steady_clock::now();
    const auto &frame = frames.at(index);
    array2d<unsigned char> grey;
    assign_image(grey, frame);
    const auto faces = detector(grey);
    if (faces.empty())
      throw std::runtime_error("no face in frame " + std::to_string(index));
    const auto largest = *std::max_element(
        faces.begin(), faces.end(), [](const auto &a, const auto &b) { return a.area() < b.area(); });
    const auto shape = predictor(frame, largest);
    matrix<rgb_pixel> chip;
    extract_image_chip(frame, get_face_chip_details(shape, 150, 0.25), chip);
    matrix<float, 0, 1> descriptor = network(chip);
    if (passes == 2)
      descriptor = (descriptor + network(matrix<rgb_pixel>(fliplr(chip)))) / 2;
    const auto time = std::chrono::steady_clock::now() - start;
    if (descriptor.size() != 128)
      throw std::runtime_error("no descriptor");
    std::cout << std::chrono::duration_cast<std::chrono::nanoseconds>(time).count() << std::endl;
  }
} catch (const std::exception &error) {
  std::cerr << "dlib-chain: " << error.what() << "\n";
  return 1;
}
