// SPDX-License-Identifier: MIT
#include "suites.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>

#include <cstring>

namespace bench {
namespace {

namespace recording = ddc::recording;

constexpr int calls = 20000;
constexpr Rounds rounds{15, Pick::lowest};

recording::Odometry odometry() {
    recording::Odometry message;
    message.header = {{1, 500'000'000}, "map"};
    message.child_frame_id = "base_link";
    message.pose.pose = {{1, 2, 3}, {0, 0, 0, 1}};
    return message;
}

}  // namespace

std::vector<Result> outlets() {
    recording::Odometry message = odometry();
    recording::Bytes bytes;
    const auto serialise = [&] {
        return ns_per_call(calls, [&] {
            keep(message);
            recording::to_cdr(message, bytes);
            keep(*bytes.data());
        });
    };
    const auto read = [&] {
        return ns_per_call(calls, [&] {
            keep(*bytes.data());
            keep(recording::from_cdr<recording::Odometry>(bytes));
        });
    };
    serialise();
    recording::Bytes target(bytes.size());
    const auto copy = [&] {
        return ns_per_call(calls, [&] {
            keep(*bytes.data());
            std::memcpy(target.data(), bytes.data(), bytes.size());
            keep(*target.data());
        });
    };
    return {compare(Measured{"serialise an Odometry as CDR", serialise},
                    Measured{"memcpy of its 716 bytes", copy}, "ns", rounds),
            compare(Measured{"read an Odometry from CDR", read},
                    Measured{"memcpy of its 716 bytes", copy}, "ns", rounds)};
}

}  // namespace bench
