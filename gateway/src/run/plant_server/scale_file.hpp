// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace gateway::vdsim {

/// Reads a time scale from a file that another program writes, in a separate thread that polls it
/// ten times a second. The file need not exist. Its value is only used when it changes, so a scale
/// set in another way remains until then.
class ScaleFile {
  public:
    using Report = std::function<void(const std::string&)>;

    /// @param report called with each change, and with invalid values
    ScaleFile(std::filesystem::path file, RunControl& control, Report report);
    ~ScaleFile();
    ScaleFile(const ScaleFile&) = delete;
    ScaleFile& operator=(const ScaleFile&) = delete;

  private:
    void follow();
    void look();

    std::filesystem::path file_;
    RunControl& control_;
    Report report_;
    std::string last_;
    std::mutex mutex_;  ///< guards is_closed_
    std::condition_variable closed_;
    bool is_closed_ = false;
    std::thread thread_;
};

}  // namespace gateway::vdsim
