// SPDX-License-Identifier: MIT
// The first byte selects a topic of a vehicle, the rest is its sample: accepted values are finite,
// and a request always gets a reply.
#include "fake_participant.hpp"

#include "ros2/command_board.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace gateway;

void expect(bool holds) {
    if (!holds) std::abort();
}

bool is_finite(const AccelerationCommand& c) {
    return std::isfinite(c.accel_mps2) && std::isfinite(c.velocity_mps) &&
           std::isfinite(c.front_steer_rad);
}

bool is_finite(const ActuationCommand& c) {
    return std::isfinite(c.accel) && std::isfinite(c.brake) && std::isfinite(c.steer);
}

void give(ros2::CommandTopics topics, std::uint8_t topic, const std::vector<std::byte>& sample) {
    const auto peer = std::make_shared<tests::FakeParticipant>();
    const ros2::CommandBoard board(
        peer, topics, [](const std::string&) {},
        [](const ros2::InitialPose& pose) {
            expect(std::isfinite(pose.x_m) && std::isfinite(pose.y_m) &&
                   std::isfinite(pose.yaw_rad));
        });
    auto reader = peer->readers.begin();
    std::advance(reader, topic % peer->readers.size());
    reader->second.sample({1}, sample.data(), sample.size());
    reader->second.writer_left({1});
    expect(!peer->service(sample.data(), sample.size()).empty());
    const auto received = board.try_get();
    expect(received && is_known(received->gear));
    std::visit([](const auto& control) { expect(is_finite(control)); }, received->control);
    if (const auto* accel = std::get_if<AccelerationCommand>(&received->of_interface.control))
        expect(is_finite(*accel) && std::isfinite(accel->rear_steer_rad));
    if (const auto* path = std::get_if<CurvatureCommand>(&received->of_interface.control))
        expect(std::isfinite(path->velocity_mps) && std::isfinite(path->curvature_1pm));
    expect(!received->of_interface.state || is_known(received->of_interface.state->gear));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto* first = reinterpret_cast<const std::byte*>(data);
    const std::vector<std::byte> sample(first + 1, first + size);
    give({Ros2Commands::control}, data[0], sample);
    give({Ros2Commands::actuation}, data[0], sample);
    give({Ros2Commands::none, true, true}, data[0], sample);
    return 0;
}
