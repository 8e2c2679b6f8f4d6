// SPDX-License-Identifier: MIT
#include "vds1_vehicle.hpp"

#include "vds1/link_parts.hpp"

#include <gateway/protocol/vds1/convert.hpp>

#include <utility>

namespace gateway {

Vds1Vehicle::Vds1Vehicle(const Vds1VehicleOptions& options, Clock clock)
    : Platform(options.step, std::move(clock)),
      cmd_faults_(create_faulty_link(options.cmd_faults, vds1::cmd_direction)),
      state_faults_(create_faulty_link(options.state_faults, vds1::state_direction)),
      client_(options.client) {
    client_.set_faults(cmd_faults_.get(), state_faults_.get());
}

void Vds1Vehicle::send(const PedalCommand& pedals, const VehicleStateCommand& state) {
    client_.send({pedals, state}, now());
}

bool Vds1Vehicle::receive(SteadyTime now, Feedback& feedback) {
    if (client_.receive(now)) {
        static_cast<plant::Output&>(feedback) = vds1::to_output(client_.state());
        feedback.report = report_of(commanded());
    }
    return client_.is_fresh(now);
}

std::string Vds1Vehicle::explain() const {
    const SteadyTime now = this->now();
    if (client_.is_fresh(now)) return "the vehicle at " + client_.peer() + " answers";
    const std::string where = client_.peer() + " on port " + std::to_string(client_.local_port());
    const auto& counts = client_.statistics();
    std::string text = client_.has_state()
                           ? "no STATE from " + where + " for " +
                                 std::to_string(client_.age(now) / std::chrono::milliseconds(1)) +
                                 " ms"
                           : "no STATE from " + where + " yet";
    for (std::size_t i = 1; i < counts.rejected.size(); ++i)
        if (counts.rejected[i] > 0)
            text += ", " + std::to_string(counts.rejected[i]) + " datagrams dropped for " +
                    vds1::name_of(static_cast<vds1::DecodeStatus>(i));
    if (counts.late > 0) text += ", " + std::to_string(counts.late) + " STATEs were late";
    if (counts.other_vehicle > 0)
        text += ", " + std::to_string(counts.other_vehicle) + " STATEs of other vehicles";
    return text + "; is it running, and does it send STATE to that port of this machine?";
}

}  // namespace gateway
