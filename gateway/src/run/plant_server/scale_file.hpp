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

/// Follows a file with nothing but a time scale in it, which another program writes and rewrites,
/// in a thread of its own that looks ten times a second. It need not be there. What is in it counts
/// when it changes, so that a scale asked for otherwise stays until then.
class ScaleFile {
  public:
    using Report = std::function<void(const std::string&)>;

    /// @param report told of each change, and of what is no time scale
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
