// SPDX-License-Identifier: MIT
#pragma once

#include "http/http.hpp"
#include "http/protocol_publisher.hpp"
#include "run_source.hpp"
#include "viewers.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gateway::foxglove {

/// Serves clients of Foxglove's protocol, at the path /foxglove of a data port.
class FoxglovePublisher : public data_port::ProtocolPublisher {
  public:
    /// @param origins other origins whose pages may connect
    /// @param world position of the flat world on the Earth; nothing: no map is published
    explicit FoxglovePublisher(std::vector<std::string> origins,
                               std::optional<WorldOrigin> world = {})
        : origins_(std::move(origins)), world_(world) {}

    void add_to(data_port::Port& port) override;
    std::unique_ptr<Observer> attach(const ProgramRun& run, const Assembly& assembly) override;
    void attach(PlantRecorder& recorder) override;

  private:
    data_port::Answer layout();

    std::vector<std::string> origins_;
    std::optional<WorldOrigin> world_;
    data_port::Port* port_ = nullptr;
    std::optional<RunSource> source_;
    std::optional<Viewers> viewers_;
};

}  // namespace gateway::foxglove
