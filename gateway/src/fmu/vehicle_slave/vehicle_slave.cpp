// SPDX-License-Identifier: MIT
#include "vehicle_slave.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

namespace gateway::fmu {
namespace {

constexpr const char* before_rolling =
    "the vehicle rolled over; the state before that internal step is kept";

std::string fault_text(const plant::SimSession& session) {
    return std::string("the vehicle's ") + session.fault() + " became infinite or undefined";
}

}  // namespace

VehicleSlave::VehicleSlave(VehiclePackage package)
    : package_(std::move(package)), variables_(package_) {
    info_.version = package_.version;
    info_.token = package_.token;
    info_.tick_s = std::chrono::duration<double>(package_.step).count();
    info_.variables = variables_.all();
}

/// The time of the start has no effect: no model depends on it.
void VehicleSlave::initialise(const Values& values, double) {
    VehiclePackage package = package_;
    variables_.apply_parameters(values, package);
    session_ = create_session(package);
}

StepResult VehicleSlave::step(const Values& values, std::int64_t ticks) {
    if (session_->set_input(variables_.command(values)) == plant::InputStatus::rejected)
        throw std::invalid_argument("the inputs must be finite");
    StepResult result;
    for (; result.ticks < ticks; ++result.ticks) {
        const plant::StepStatus status = session_->tick(package_.step);
        if (status == plant::StepStatus::ok) continue;
        if (status != plant::StepStatus::rolled_over)
            throw std::runtime_error(fault_text(*session_));
        result.wants_end = true;
        result.reason = before_rolling;
        break;
    }
    return result;
}

void VehicleSlave::write_outputs(Values& values) {
    variables_.write(session_->output(), values);
}

void VehicleSlave::save(std::vector<std::uint8_t>& bytes) const {
    for (const std::uint64_t word : session_->snapshot())
        for (int shift = 0; shift < 64; shift += 8)
            bytes.push_back(static_cast<std::uint8_t>(word >> shift));
}

void VehicleSlave::restore(const std::vector<std::uint8_t>& bytes) {
    if (bytes.size() % 8 != 0) throw std::invalid_argument("the state has no whole words");
    plant::Snapshot words(bytes.size() / 8);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        words[i / 8] |= std::uint64_t{bytes[i]} << 8 * (i % 8);
    session_->restore(words);
}

std::unique_ptr<Slave> create_slave(const std::filesystem::path& resources) {
    return std::make_unique<VehicleSlave>(read_vehicle_package(resources));
}

}  // namespace gateway::fmu
