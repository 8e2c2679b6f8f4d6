// SPDX-License-Identifier: MIT
#include "scale_file.hpp"

#include "number/limits.hpp"

#include <chrono>
#include <fstream>
#include <system_error>
#include <utility>

namespace gateway::vdsim {
namespace {

constexpr std::chrono::milliseconds interval{100};

/// The first word of a file; nothing if the file does not exist or is being written.
std::string first_word(const std::filesystem::path& file) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(file, missing)) return {};
    char word[32] = "";
    std::ifstream(file).get(word, sizeof word, '\n');
    const std::string text(word);
    return text.substr(0, text.find_first_of(" \t\r"));
}

}  // namespace

ScaleFile::ScaleFile(std::filesystem::path file, RunControl& control, Report report)
    : file_(std::move(file)),
      control_(control),
      report_(std::move(report)),
      thread_([this] { follow(); }) {}

ScaleFile::~ScaleFile() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        is_closed_ = true;
    }
    closed_.notify_one();
    thread_.join();
}

void ScaleFile::follow() {
    std::unique_lock<std::mutex> lock(mutex_);
    do look();
    while (!closed_.wait_for(lock, interval, [this] { return is_closed_; }));
}

void ScaleFile::look() {
    const std::string text = first_word(file_);
    if (text.empty() || text == last_) return;
    last_ = text;
    double scale = 0;
    const std::string complaint = plant::read_number(text, limits::time_scale, scale);
    if (complaint.empty()) control_.time_scale = scale;
    report_(file_.string() + ": the time scale " +
            (complaint.empty() ? "is " + text : complaint + "; it is unchanged"));
}

}  // namespace gateway::vdsim
