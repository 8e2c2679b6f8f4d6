// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/time.hpp>

#include <ddc/recording/mcap_reader.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace gateway {

/// The cycles of a recording in their order.
class RecordedCycles {
  public:
    /// @param file one that read_recorded_run() took
    explicit RecordedCycles(const std::filesystem::path& file);

    /// Goes to the next one, which is the first at first. @return false at the end
    /// @throws std::invalid_argument if one is missing
    bool next();

    SimTime now() const { return now_; }
    /// Since the cycle before; 0 in the first, as the program was told.
    SimTime since_last() const { return since_last_; }
    /// @name Its messages, good until the next cycle
    /// @{
    const std::string& inputs() const { return inputs_; }
    const std::string& outputs() const { return outputs_; }
    /// @}
    /// @name Definitions of their types, ros2msg, once there was a cycle
    /// @{
    const std::string& input_type() const { return input_type_; }
    const std::string& output_type() const { return output_type_; }
    /// @}

  private:
    void begin(const ddc::recording::McapMessage& message);
    [[noreturn]] void miss() const;
    const std::string& definition_of(const ddc::recording::McapMessage& message) const;

    std::filesystem::path file_;
    std::ifstream in_;
    ddc::recording::McapReader reader_;
    std::uint32_t cycle_ = 0;  ///< that comes next
    SimTime now_{0}, since_last_{0};
    std::string inputs_, outputs_, input_type_, output_type_;
};

}  // namespace gateway
