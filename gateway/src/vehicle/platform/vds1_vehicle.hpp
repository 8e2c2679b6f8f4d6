// SPDX-License-Identifier: MIT
#pragma once

#include "platform.hpp"

#include "fault/link/faulty_link.hpp"

#include <gateway/protocol/vds1/client.hpp>

#include <memory>
#include <vector>

namespace gateway {

struct Vds1VehicleOptions {
    vds1::ClientOptions client;
    SimTime step{10'000'000};                                ///< of the loop
    std::vector<AppliedFault> cmd_faults{}, state_faults{};  ///< of the connection
};

/// A vehicle that a VDS1 peer simulates. A command is sent as a CMD. The vehicle is lost if no
/// STATE was used for state_timeout.
class Vds1Vehicle : public Platform {
  public:
    /// @throws std::invalid_argument, std::runtime_error as vds1::Client does
    explicit Vds1Vehicle(const Vds1VehicleOptions& options,
                         Clock clock = std::chrono::steady_clock::now);

    /// Why there is no new feedback, for the user.
    std::string explain() const override;

    /// False at the start and after a time-out (FAIL).
    bool is_fresh() const { return client_.is_fresh(now()); }
    const vds1::Client& client() const { return client_; }

  private:
    void send(const PedalCommand& pedals, const VehicleStateCommand& state) override;
    bool receive(SteadyTime now, Feedback& feedback) override;

    std::unique_ptr<FaultyLink> cmd_faults_, state_faults_;  ///< null: none
    vds1::Client client_;
};

}  // namespace gateway
