// SPDX-License-Identifier: MIT
// The input is datagrams at a CMD port, through a real socket: each is counted exactly once, and a
// vehicle executes none that the byte-by-byte reference in this file rejects. Each input is sent
// unchanged and, with its first two bytes as a sequence number, as a CMD with a correct CRC.
#include "plant_server/plant_server.hpp"
#include "platform/sim_vehicle.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

namespace {

namespace vds1 = gateway::vds1;
namespace vdsim = gateway::vdsim;
using namespace std::chrono_literals;
using Bytes = std::vector<std::uint8_t>;

void expect(bool holds) {
    if (!holds) std::abort();
}

std::uint32_t crc32(const Bytes& bytes, std::size_t size) {
    std::uint32_t crc = 0xffffffff;
    for (std::size_t i = 0; i < size; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? crc >> 1U ^ 0xedb88320U : crc >> 1U;
    }
    return crc ^ 0xffffffffU;
}

std::uint32_t word(const Bytes& bytes, std::size_t at) {
    return bytes[at] | bytes[at + 1] << 8U | bytes[at + 2] << 16U |
           static_cast<std::uint32_t>(bytes[at + 3]) << 24U;
}

/// All bits of the exponent set: infinity or not a number.
bool is_finite(const Bytes& bytes, std::size_t at) {
    return (bytes[at + 7] & 0x7fU) != 0x7fU || (bytes[at + 6] & 0xf0U) != 0xf0U;
}

bool is_valid(const Bytes& bytes) {
    if (bytes.size() != 76 || std::memcmp(bytes.data(), "1SDV", 4) != 0) return false;
    const std::uint32_t version_and_type = word(bytes, 4);
    if (version_and_type < 0x10001 || version_and_type > 0x10005) return false;
    if (version_and_type >= 0x10004 && word(bytes, 12) != 0) return false;
    const auto gear = static_cast<std::int32_t>(word(bytes, 48));
    return word(bytes, 72) == crc32(bytes, 72) && gear >= -1 && gear <= 1 && is_finite(bytes, 24) &&
           is_finite(bytes, 32) && is_finite(bytes, 40);
}

struct Scene {
    Scene() {
        vdsim::PlantVehicleOptions options;
        options.reply_to_sender = vdsim::Reply::all;
        port.add(std::make_unique<vdsim::PlantVehicle>(
            options,
            std::make_unique<gateway::SimVehicle>(
                std::make_unique<plant::SimSession>(plant::create_seven_dof(),
                                                    plant::create_flat_ground()),
                1ms),
            gateway::Filters(), 1));
    }
    const vdsim::PlantVehicleCounters& vehicle() const {
        return port.vehicles().front()->counters();
    }
    std::uint64_t counted() const {
        const auto& rejected = port.counters().rejected;
        return std::accumulate(rejected.begin(), rejected.end(),
                               port.counters().unknown_vehicle + port.counters().stale) +
               vehicle().accepted + vehicle().out_of_order + vehicle().other_controller +
               vehicle().not_finite;
    }
    void check(const Bytes& bytes) {
        const std::uint64_t before = counted(), accepted = vehicle().accepted;
        expect(peer.send(port.local(), reinterpret_cast<const std::byte*>(bytes.data()),
                         bytes.size()));
        port.drain(now += 1ms);
        expect(counted() == before + 1);
        expect(vehicle().accepted == accepted || is_valid(bytes));
        port.vehicles().front()->tick(now);
        expect(vehicle().failed_ticks == 0);
        port.send_states(now);
        batch.receive(peer);
    }

    gateway::UdpSocket peer{{0x7f000001, 0}};
    gateway::SteadyTime now{1h};
    vdsim::CmdPort port{{0x7f000001, 0}, 1ms, now};
    gateway::DatagramBatch batch;
};

Bytes sealed(Bytes bytes) {
    bytes.resize(76);
    const std::uint8_t header[] = {'1', 'S', 'D', 'V', 3, 0, 1, 0, bytes[0], bytes[1], 0, 0};
    std::copy(std::begin(header), std::end(header), bytes.begin());
    const std::uint32_t crc = crc32(bytes, 72);
    for (std::size_t i = 0; i < 4; ++i) bytes[72 + i] = static_cast<std::uint8_t>(crc >> (8 * i));
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Scene scene;
    const Bytes bytes(data, data + size);
    if (size > 60'000) return 0;
    scene.check(bytes);
    scene.check(sealed(bytes));
    return 0;
}
