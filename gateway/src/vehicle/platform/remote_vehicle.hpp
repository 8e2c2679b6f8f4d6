// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/client.hpp>

#include <ddc/table.hpp>

#include <functional>
#include <memory>

namespace gateway {

/// A vehicle with a clock of its own, and what a run can know of its link.
struct RemoteVehicle {
    std::unique_ptr<Vehicle> vehicle;
    /// Readable when a report of the vehicle waits; -1: it has none.
    int descriptor = -1;
    /// Of the vehicle, where it is a VDS1 peer.
    const vds1::Client* vds1 = nullptr;
};

/// What a run gives to such a vehicle.
struct RemoteVehiclePlace {
    const RealTimeOptions& pace;
    ddc::Table& table;
};

/// Makes such a vehicle for a run. Empty: the vehicle is simulated in this process.
/// @throws std::invalid_argument, std::runtime_error where its link cannot be opened
using RemoteVehicleFactory = std::function<RemoteVehicle(const RemoteVehiclePlace&)>;

}  // namespace gateway
