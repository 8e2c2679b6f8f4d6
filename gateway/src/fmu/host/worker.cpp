// SPDX-License-Identifier: MIT
#include "worker.hpp"

#include "allocation_watch.hpp"
#include "instance.hpp"
#include "resolve.hpp"
#include "value_groups.hpp"

#include "archive/archive.hpp"
#include "description/fmu.hpp"
#include "fmu/futex.hpp"

#include <gateway/base/exit_code.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>

namespace gateway::fmu_host {
namespace {

constexpr std::chrono::nanoseconds look_interval{10'000'000'000};

void write_text(Block& block, const std::string& text) {
    const std::size_t size = std::min(text.size(), text_bytes - 1);
    std::memcpy(block.text, text.data(), size);
    block.text[size] = 0;
}

/// An initialised FMU.
class Execution {
  public:
    Execution(Block& block, const fmu::ModelDescription& description, const Resolution& resolution,
              const std::string& library, const std::string& folder, double step_s)
        : block_(block),
          is_fmi3_(description.version == fmu::Version::fmi3),
          inputs_(resolution.inputs, is_fmi3_),
          outputs_(resolution.outputs, is_fmi3_),
          start_s_(description.default_experiment.start_s.value_or(0)),
          step_s_(step_s) {
        block_.phase = Phase::load;
        library_.emplace(folder + "/" + library);
        block_.phase = Phase::instantiate;
        instance_ = is_fmi3_ ? instantiate_fmi3(*library_, description, folder)
                             : instantiate_fmi2(*library_, description, folder);
        block_.phase = Phase::initialise;
        initialise(resolution);
    }

    void step() {
        const double time_s = start_s_ + static_cast<double>(steps_) * step_s_;
        block_.time_s.store(time_s, std::memory_order_relaxed);
        enter(Phase::set);
        inputs_.set(*instance_, block_.inputs);
        enter(Phase::do_step);
        instance_->do_step(time_s, step_s_);
        enter(Phase::get);
        outputs_.get(*instance_, block_.outputs);
        enter(Phase::waiting);
        ++steps_;
    }

    void end() {
        enter(Phase::terminate);
        instance_->end();
    }

  private:
    void enter(Phase phase) { block_.phase.store(phase, std::memory_order_relaxed); }

    void initialise(const Resolution& resolution) {
        for (const ResolvedStart& start : resolution.starts) {
            if (start.text)
                instance_->set_text(start.variable.reference, *start.text);
            else
                set_number(*instance_, is_fmi3_, start.variable, start.number);
        }
        instance_->enter_initialisation(start_s_);
        inputs_.set(*instance_, block_.inputs);
        outputs_.get(*instance_, block_.outputs);
        instance_->exit_initialisation();
        outputs_.get(*instance_, block_.outputs);
        enter(Phase::waiting);
    }

    Block& block_;
    bool is_fmi3_;
    ValueGroups inputs_, outputs_;
    double start_s_, step_s_;
    std::uint64_t steps_ = 0;
    std::optional<Library> library_{};
    std::unique_ptr<Instance> instance_{};
};

/// @return nothing if the map does not fit, or if it is only checked
std::unique_ptr<Execution> start(Block& block, const HostSetup& setup, const std::string& folder) {
    block.phase = Phase::unpack;
    const fmu::Archive archive(setup.file);
    const fmu::Fmu fmu = fmu::load_fmu(archive);
    require_usable(setup, fmu);
    const Resolution resolution = resolve(setup, fmu.description);
    write_text(block, to_text(resolution.report));
    if (setup.only_check || !resolution.report.wrong.empty()) return nullptr;
    const std::string unpacked = folder + "/fmu";
    std::filesystem::create_directory(unpacked);
    archive.unpack(unpacked);
    auto execution =
        std::make_unique<Execution>(block, fmu.description, resolution, own_library(fmu), unpacked,
                                    setup.step_s * resolution.report.steps);
    return execution;
}

std::uint32_t await_request(Block& block, std::uint32_t last) {
    for (;;) {
        const std::uint32_t seen = block.request.load(std::memory_order_acquire);
        if (seen != last) return seen;
        wait_on(block.request, last, look_interval);
    }
}

void reply(Block& block, std::uint32_t number, Result result) {
    block.result = result;
    block.reply.store(number, std::memory_order_release);
    wake(block.reply);
}

}  // namespace

int serve(Block& block, const HostSetup& setup, const std::string& folder) {
    watch_allocations(block.has_run_out_of_memory);
    std::unique_ptr<Execution> execution;
    for (std::uint32_t number = 0;;) {
        number = await_request(block, number);
        try {
            if (block.order == Order::start) execution = start(block, setup, folder);
            if (block.order == Order::step && execution) execution->step();
            if (block.order == Order::end && execution) execution->end();
            reply(block, number, Result::done);
        } catch (const std::exception& error) {
            write_text(block, error.what());
            reply(block, number, Result::failed);
        }
        if (block.order == Order::end) return exit_code::done;
    }
}

}  // namespace gateway::fmu_host
