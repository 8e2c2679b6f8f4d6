// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/held_state.hpp>
#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/client.hpp>

#include <functional>

namespace gateway {

struct Vds1VehicleOptions {
    vds1::ClientOptions client;
    SimTime step{10'000'000};  ///< of the loop
};

/// A vehicle whose dynamics live in a VDS1 peer, in real time. The peer has a clock of its own: a
/// command leaves as a CMD when it is applied, so at the rate of the loop's turns, and a step only
/// takes what came; it never waits for an answer. If no STATE came for state_timeout the feedback
/// keeps what it was, with is_fresh false.
class Vds1Vehicle : public Vehicle {
  public:
    using Clock = std::function<SteadyTime()>;

    /// @throws std::invalid_argument, std::runtime_error as vds1::Client does
    explicit Vds1Vehicle(const Vds1VehicleOptions& options,
                         Clock clock = std::chrono::steady_clock::now);

    SimTime step() const override { return options_.step; }
    bool takes(Level level) const override { return level == Level::pedals; }
    plant::InputStatus apply(const Command& command) override;
    /// @return true: a silent peer is no error of the run, see is_fresh()
    bool advance() override;
    void stand_by(const Command& command) override;
    void listen() override { static_cast<void>(advance()); }
    const Feedback& feedback() const override { return feedback_; }
    /// Why there is no fresh feedback.
    std::string explain() const override;

    /// False at the start and after a silence of state_timeout: FAIL.
    bool is_fresh() const { return client_.is_fresh(clock_()); }
    const vds1::Client& client() const { return client_; }

  private:
    Vds1VehicleOptions options_;
    Clock clock_;
    vds1::Client client_;
    VehicleStateCommand state_;  ///< commanded last
    Feedback feedback_;
};

}  // namespace gateway
