// SPDX-License-Identifier: MIT
#include "suites.hpp"

#include <gateway/protocol/vds1/codec.hpp>

#include <libdeflate.h>

#include <cstring>

namespace bench {
namespace {

namespace vds1 = gateway::vds1;

constexpr int codec_calls = 20000;
constexpr Rounds rounds{15, Pick::lowest};

/// The longest packet in both its forms.
struct Scene {
    Scene() {
        state.header.version = vds1::newest_version;
        vds1::encode(state, buffer);
    }

    double encode() {
        return ns_per_call(codec_calls, [&] { keep(vds1::encode(state, buffer)); });
    }
    double decode() {
        return ns_per_call(codec_calls, [&] {
            keep(vds1::decode(buffer.data(), buffer.size(), state));
            keep(state);
        });
    }
    double crc() const {
        return ns_per_call(codec_calls,
                           [&] { keep(::libdeflate_crc32(0, buffer.data(), buffer.size() - 4)); });
    }
    double copy() const {
        vds1::StateBuffer target;
        return ns_per_call(codec_calls, [&] {
            std::memcpy(target.data(), buffer.data(), buffer.size());
            keep(target);
        });
    }

    vds1::State state;
    vds1::StateBuffer buffer;
};

/// The time of an operation without that of its CRC.
Result without_crc(const char* name, const Result& whole, double copy_ns) {
    return {name, whole.value - whole.baseline, "ns", "a copy of its 452 bytes", copy_ns};
}

}  // namespace

std::vector<Result> vds1_codec() {
    Scene scene;
    const auto measure = [&](auto value) {
        return compare(value, Measured{"libdeflate's CRC32 of it", [&] { return scene.crc(); }},
                       "ns", rounds);
    };
    const Result encode = measure(Measured{"encode a STATE (v5)", [&] { return scene.encode(); }});
    const Result decode = measure(Measured{"decode a STATE (v5)", [&] { return scene.decode(); }});
    const double copy_ns = pick({scene.copy(), scene.copy(), scene.copy()}, Pick::lowest);
    return {encode, without_crc("encode a STATE, its CRC left out", encode, copy_ns), decode,
            without_crc("decode a STATE, its CRC left out", decode, copy_ns)};
}

}  // namespace bench
