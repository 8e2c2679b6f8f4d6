// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/client.hpp>
#include "fault/fault.hpp"

#include <ddc/table.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace gateway {

/// A remote vehicle and its connection, as far as a run uses it.
struct RemoteVehicle {
    std::unique_ptr<Vehicle> vehicle;
    /// Readable when a report of the vehicle has arrived; -1 if there is none.
    int descriptor = -1;
    /// The client, if the vehicle is a VDS1 peer. It belongs to `vehicle`.
    const vds1::Client* vds1 = nullptr;
    /// The network interface to the vehicle; empty if there is none.
    std::string interface {};
};

/// The parts of a run that such a vehicle uses.
struct RemoteVehiclePlace {
    const RealTimeOptions& pace;
    ddc::Table& table;
    std::vector<AppliedFault> link_faults{};
};

/// Creates such a vehicle for a run. Empty if the vehicle is simulated in this process.
/// @throws std::invalid_argument, std::runtime_error if the connection cannot be opened
using RemoteVehicleFactory = std::function<RemoteVehicle(const RemoteVehiclePlace&)>;

}  // namespace gateway
