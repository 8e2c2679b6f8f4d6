// SPDX-License-Identifier: MIT
// The input is the payload of a SOCKET port from a UDP peer: decoded values are within the ranges
// of their types, and are encoded to the same bytes.
#include "network/payload.hpp"

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

namespace interface = ddc::interface;
using interface::BasicType;

interface::DataType every_range() {
    return interface::struct_of(
        "Every", {{"real", BasicType::q},
                  {"natural", BasicType::n},
                  {"list", interface::dyn_vector_of(BasicType::boolean, 3)},
                  {"many", interface::vector_of(
                               interface::struct_of(
                                   "Item", {{"mode", interface::enum_of("Mode", {"a", "b", "c"})},
                                            {"first", BasicType::n1},
                                            {"place", BasicType::vec2}}),
                               2)}});
}

void expect(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const gateway::Payload payload(every_range());
    expect(payload.size() == 14);
    std::vector<std::byte> bytes(payload.bytes()), again(payload.bytes());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = i < size ? static_cast<std::byte>(data[i]) : std::byte{0};
    std::vector<std::uint64_t> elements(payload.size());
    if (!payload.decode(bytes.data(), elements.data())) return 0;
    expect(payload.is_valid(elements.data()));
    payload.encode(elements.data(), again.data());
    expect(again == bytes);
    return 0;
}
