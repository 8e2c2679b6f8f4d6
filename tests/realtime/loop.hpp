// SPDX-License-Identifier: MIT
#pragma once

#include "echo.hpp"

#include "../support/child.hpp"
#include "../support/scene.hpp"
#include "../support/shared.hpp"
#include "../support/udp_proxy.hpp"

#include <ddc/table.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace tests {

/// The three processes of a realtime loop: echo program <-> ddc-gateway <-> UDP <-> echo plant,
/// each started, stopped and killed separately.
class Loop {
  public:
    enum Part { program, gateway, plant };
    static constexpr std::array<Part, 3> parts{program, gateway, plant};

    /// @param realtime more keys of that section
    /// @param faults of the network in both directions
    /// @param more sections of the configuration
    explicit Loop(const std::string& realtime = "", const NetworkFaults& faults = {},
                  const std::string& more = "");
    /// A gateway that is killed leaves its control socket.
    ~Loop();

    void start(Part part);
    void kill(Part part);
    void signal(Part part, int number) const;
    /// Waits until the gateway has ended by itself.
    Finished await_gateway_end() { return gateway_->finish(); }
    /// Ends the gateway in order.
    Finished finish_gateway();

    EchoLog& log() const { return *log_; }
    /// Waits until the plant gets new commands that the program has computed.
    /// @return how long that took, in s
    double await_echo() const;
    /// Waits until the plant gets new fail-safe commands.
    void await_failsafe() const;
    /// Waits until an entry below the programs has that text (StatusEntries).
    void await_text(ddc::Id offset, const std::string& text) const;
    ddc::Table open_table() const;
    Scene& scene() { return scene_; }
    /// Blocks both directions, or restores them.
    void cut_network(bool is_cut);

  private:
    Scene scene_;
    Shared<EchoLog> log_;
    std::uint16_t cmd_port_, state_port_;
    UdpProxy to_plant_, to_gateway_;
    std::filesystem::path config_;
    std::optional<Child> program_, plant_;
    std::unique_ptr<Command> gateway_;
};

}  // namespace tests
