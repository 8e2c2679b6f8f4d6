// SPDX-License-Identifier: MIT
#include "all_extras.hpp"

#include "line/page_at.hpp"
#include "verb/run/run_picture.hpp"

#include "api/run_port.hpp"
#include "config/load_run_config.hpp"
#include "foxglove/foxglove_publisher.hpp"
#include "frozen/changed_files.hpp"
#include "output/free_name.hpp"
#include "plot/draw_requirements.hpp"
#include "plot/draw_traces.hpp"
#include "rerun/attached_files.hpp"
#include "ros2/ros2_publisher.hpp"
#include "text/file_text.hpp"

#include <utility>

namespace gateway {
namespace {

/// @return null if the configuration has no data port
std::unique_ptr<data_port::RunPort> open_data_port(RunConfig& config, const std::string& file) {
    if (!config.data_port) return nullptr;
    std::vector<std::unique_ptr<data_port::ProtocolPublisher>> publishers;
    publishers.push_back(
        std::make_unique<foxglove::FoxglovePublisher>(config.data_port->origins, config.origin));
    return std::make_unique<data_port::RunPort>(config, text_if_any(file), page_at,
                                                std::move(publishers));
}

class AllPublishers : public RunPublishers {
  public:
    AllPublishers(RunConfig& config, const std::string& file, const Log& log)
        : port_(open_data_port(config, file)),
          log_([this, log](const LogMessage& message) {
              log(message);
              if (port_) port_->log(message);
          }),
          ros2_(ros2::create_ros2(config, log_)) {}

    std::vector<RunMonitor*> monitors() const override {
        std::vector<RunMonitor*> all;
        if (port_) all.push_back(port_.get());
        if (ros2_) all.push_back(ros2_.get());
        return all;
    }
    const Log& log() const override { return log_; }
    void add_to(Announcement& announcement) const override {
        if (!port_) return;
        announcement.http.push_back(to_string(port_->local()));
        announcement.token = port_->token();
    }

  private:
    std::unique_ptr<data_port::RunPort> port_;
    Log log_;
    std::unique_ptr<ros2::Ros2Publisher> ros2_;
};

class ChangedFilesOfRun : public ChangedRun {
  public:
    ChangedFilesOfRun(const std::string& file, const std::vector<Setting>& settings)
        : files_(file, settings) {
        files_.read([&] { config_ = load_run_config(files_.file()); });
        config_.settings = settings;
        for (ProgramConfig& program : config_.programs) {
            if (program.trace) program.trace = files_.beside_original(*program.trace);
            if (program.record) program.record = files_.beside_original(*program.record);
        }
    }
    RunConfig& config() override { return config_; }
    std::string file() const override { return files_.file(); }

  private:
    ChangedFiles files_;
    RunConfig config_;
};

}  // namespace

std::unique_ptr<ChangedRun> AllExtras::change(const std::string& file,
                                              const std::vector<Setting>& settings) const {
    return std::make_unique<ChangedFilesOfRun>(file, settings);
}

std::unique_ptr<RunPublishers> AllExtras::open_publishers(RunConfig& config,
                                                          const std::string& file,
                                                          const Log& log) const {
    return std::make_unique<AllPublishers>(config, file, log);
}

std::vector<AttachedFile> AllExtras::files_to_attach(const std::string& file,
                                                     const Log& log) const {
    return gateway::files_to_attach(file, log);
}

void AllExtras::draw(const std::filesystem::path& picture, const RunConfig& config,
                     const std::vector<ProgramResult>& results, const Log& log) const {
    for (std::size_t i = 0; i < results.size(); ++i) {
        const ProgramConfig& program = config.programs[i];
        const auto trace = drawn_from(program);
        if (!results[i].summary || !trace) continue;
        const std::filesystem::path file =
            output_name(config.is_list ? picture_of_program(picture, results[i].name) : picture);
        if (program.requirements.empty())
            draw_traces(read_traces({*trace}, {}, log), file);
        else
            draw_requirements(*trace, program.requirements, results[i].summary->requirements, file);
        log("picture: " + file.string());
    }
}

}  // namespace gateway
