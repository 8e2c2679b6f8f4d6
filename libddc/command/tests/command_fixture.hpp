// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/run.hpp>
#include <ddc/table.hpp>
#include "scratch_table.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ddc::tests {

struct Result {
    int code = 0;
    std::string out;
    std::string err;

    nlohmann::json json() const { return nlohmann::json::parse(out); }
    std::vector<std::string> lines() const;
};

/// A table with room for programs, and the command that inspects it.
class CommandTable {
  public:
    CommandTable() : scratch_(0x4400) {}

    Table& table() { return scratch_.table(); }
    const std::string& name() const { return scratch_.options().name; }

    /// Runs `ddc --name <this table> args...` in this process.
    Result run(std::vector<std::string> args, const command::Terminal& terminal = {}) const;

    /// A program with the basic interface; not running, so that writes need no consent.
    void add_basic_program(Id reference_id = 0x4000);
    /// A program with a dynamic interface and ports of many types.
    void add_dynamic_program(Id reference_id = 0x4100);

  private:
    ScratchTable scratch_;
};

}  // namespace ddc::tests
