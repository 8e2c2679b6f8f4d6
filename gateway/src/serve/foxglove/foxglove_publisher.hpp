// SPDX-License-Identifier: MIT
#pragma once

#include "http/protocol_publisher.hpp"
#include "run_source.hpp"
#include "viewers.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gateway::foxglove {

/// Foxglove and what else speaks its protocol, at the path /foxglove of a data port.
class FoxglovePublisher : public data_port::ProtocolPublisher {
  public:
    /// @param origins of other places whose pages may look on
    /// @param world where its flat world lies on the Earth; nothing: there is no map
    explicit FoxglovePublisher(std::vector<std::string> origins,
                               std::optional<WorldOrigin> world = {})
        : origins_(std::move(origins)), world_(world) {}

    void add_to(data_port::Port& port) override;
    std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) override;
    void look_at(PlantRecorder& recorder) override;

  private:
    std::vector<std::string> origins_;
    std::optional<WorldOrigin> world_;
    data_port::Port* port_ = nullptr;
    std::optional<RunSource> source_;
    std::optional<Viewers> viewers_;
};

}  // namespace gateway::foxglove
