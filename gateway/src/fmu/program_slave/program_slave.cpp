// SPDX-License-Identifier: MIT
#include "program_slave.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace gateway::fmu {

using ddc::interface::ElementKind;

namespace {

/// ddc-program-host reports a time-out of the program itself. This is for the case that it cannot.
constexpr double host_margin_s = 5;
/// Its guardian may take longer to start the program.
constexpr double start_margin_s = 15;

/// The value of a time-out parameter. @throws std::runtime_error if it is out of range
double timeout_in(const Values& values, std::uint32_t reference, const char* name) {
    const double value_s = values.get<double>(reference);
    if (value_s >= program_variable::shortest_timeout_s &&
        value_s <= program_variable::longest_timeout_s)
        return value_s;
    throw std::runtime_error(std::string(name) + " must be 0.001 s to 3600 s, is " +
                             std::to_string(value_s));
}

std::chrono::milliseconds milliseconds_of(double time_s) {
    return std::chrono::milliseconds(std::llround(std::ceil(time_s * 1e3)));
}

}  // namespace

ProgramSlave::ProgramSlave(const std::filesystem::path& resources)
    : resources_(std::filesystem::absolute(resources).string()),
      package_(read_package(resources_)),
      info_{package_.version, package_.token, static_cast<double>(package_.period_ns) / 1e9,
            variables_of(package_)},
      inputs_(kinds_of(package_, true)),
      outputs_(kinds_of(package_, false)) {}

void ProgramSlave::initialise(const Values& values, double start_s) {
    host_.reset();
    allow_execution();
    answer_timeout_s_ =
        timeout_in(values, program_variable::answer_timeout, "program.answer_timeout_s");
    const double start_timeout_s =
        timeout_in(values, program_variable::start_timeout, "program.start_timeout_s");
    HostRequest request;
    request.start_timeout_ms = static_cast<std::int32_t>(milliseconds_of(start_timeout_s).count());
    request.answer_timeout_ms =
        static_cast<std::int32_t>(milliseconds_of(answer_timeout_s_).count());
    host_.emplace(resources_);
    start_s_ = start_s;
    cycles_ = 0;
    exchange(request, start_timeout_s + start_margin_s);
}

StepResult ProgramSlave::step(const Values& values, std::int64_t ticks) {
    if (!host_) throw std::runtime_error("the program has ended");
    take_inputs(values);
    StepResult result;
    for (; result.ticks < ticks; ++result.ticks) {
        HostRequest request;
        request.what = HostRequest::What::cycle;
        request.delta_s = cycles_ == 0 ? 0 : info_.tick_s;
        exchange(request, answer_timeout_s_ + host_margin_s);
        ++cycles_;
    }
    return result;
}

/// Some importers unpack files without the permission to execute them.
void ProgramSlave::allow_execution() const {
    for (const std::string& name : package_.executables) {
        const std::string file = resources_ + "/" + name;
        struct stat status {};
        if (::access(file.c_str(), X_OK) == 0) continue;
        if (::stat(file.c_str(), &status) != 0 ||
            ::chmod(file.c_str(), (status.st_mode & 07777U) | S_IXUSR) != 0)
            throw std::runtime_error(file + " cannot be made executable: " + std::strerror(errno));
    }
}

void ProgramSlave::exchange(const HostRequest& request, double program_limit_s) {
    try {
        host_->exchange(request, inputs_, outputs_, milliseconds_of(program_limit_s));
    } catch (...) {
        host_.reset();
        throw;
    }
}

void ProgramSlave::take_inputs(const Values& values) {
    std::uint32_t reference = program_variable::first_of_program;
    std::size_t i = 0;
    for (const PackedVariable& each : package_.variables) {
        const std::uint32_t own = reference++;
        if (!each.is_input) continue;
        switch (each.kind) {
            case ElementKind::boolean:
                inputs_.set(i, values.get<bool>(own));
                break;
            case ElementKind::int32:
                inputs_.set(i, values.get<std::int32_t>(own));
                break;
            case ElementKind::real64:
                inputs_.set(i, values.get<double>(own));
                break;
            case ElementKind::string:
                inputs_.set_text(i, values.text(own));
                break;
        }
        ++i;
    }
}

void ProgramSlave::write_outputs(Values& values) {
    values.set(program_variable::time, start_s_ + static_cast<double>(cycles_) * info_.tick_s);
    std::uint32_t reference = program_variable::first_of_program;
    std::size_t i = 0;
    for (const PackedVariable& each : package_.variables) {
        const std::uint32_t own = reference++;
        if (each.is_input) continue;
        switch (each.kind) {
            case ElementKind::boolean:
                values.set(own, outputs_.boolean(i));
                break;
            case ElementKind::int32:
                values.set(own, outputs_.int32(i));
                break;
            case ElementKind::real64:
                values.set(own, outputs_.real64(i));
                break;
            case ElementKind::string:
                values.set_text(own, outputs_.text(i));
                break;
        }
        ++i;
    }
}

std::unique_ptr<Slave> create_slave(const std::filesystem::path& resources) {
    return std::make_unique<ProgramSlave>(resources);
}

}  // namespace gateway::fmu
