// SPDX-License-Identifier: MIT
#include "suites.hpp"

#include "fmu/fmu_vehicle.hpp"
#include "fmu/futex.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <new>
#include <stdexcept>

namespace bench {

/// Apart, since other suites have the same short names.
namespace fmu_import_rows {
namespace {

using namespace gateway;

constexpr int steps = 3'000;
/// How much longer than a round trip a step may take.
constexpr double allowed_ns = 1'500;
constexpr std::chrono::seconds longest_wait{10};

std::vector<FmuMapped> inputs_of(const std::vector<std::pair<FmuInput, const char*>>& names) {
    std::vector<FmuMapped> mapped;
    for (const auto& [input, name] : names) {
        mapped.emplace_back();
        mapped.back().signal = static_cast<std::size_t>(input);
        mapped.back().variable = name;
    }
    return mapped;
}

std::vector<FmuMapped> outputs_of(const std::vector<std::pair<const char*, const char*>>& names) {
    std::vector<FmuMapped> mapped;
    for (const auto& [output, name] : names) {
        mapped.emplace_back();
        mapped.back().signal = *fmu_output_named(output);
        mapped.back().variable = name;
    }
    return mapped;
}

/// The test car, whose own step takes some ten nanoseconds.
FmuVehicleConfig car() {
    FmuVehicleConfig config;
    config.file = std::filesystem::path(TEST_FMUS) / "car_fmi3.fmu";
    config.host = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "ddc-fmu-host";
    config.map.inputs = inputs_of({{FmuInput::throttle, "driver.accelerator"},
                                   {FmuInput::brake, "driver.brake"},
                                   {FmuInput::steer, "driver.steeringAngle"},
                                   {FmuInput::gear, "driver.gear"}});
    config.map.outputs = outputs_of({{"x_m", "chassis.x"},
                                     {"y_m", "chassis.y"},
                                     {"yaw_rad", "chassis.yaw"},
                                     {"vx_mps", "chassis.speed"},
                                     {"yaw_rate_radps", "chassis.yawRate"},
                                     {"ax_mps2", "chassis.longitudinalAcceleration"},
                                     {"ay_mps2", "chassis.lateralAcceleration"},
                                     {"wheel_spin_fl_radps", "wheel[1].speed"},
                                     {"wheel_spin_fr_radps", "wheel[2].speed"},
                                     {"wheel_spin_rl_radps", "wheel[3].speed"},
                                     {"wheel_spin_rr_radps", "wheel[4].speed"}});
    return config;
}

/// Keeps this process, and those that it starts, on one core: otherwise the core on which a process
/// is woken decides about both numbers.
class OneCore {
  public:
    OneCore() {
        ::sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &one);
        if (::sched_setaffinity(0, sizeof one, &one) != 0)
            throw std::runtime_error("sched_setaffinity failed");
    }
    ~OneCore() { ::sched_setaffinity(0, sizeof before_, &before_); }
    OneCore(const OneCore&) = delete;
    OneCore& operator=(const OneCore&) = delete;

  private:
    cpu_set_t before_{};
};

/// Two words of memory that a child process answers.
class Echo {
  public:
    Echo() {
        void* const memory = ::mmap(nullptr, sizeof(Words), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::runtime_error("mmap failed");
        words_ = new (memory) Words{};
        child_ = ::fork();
        if (child_ < 0) throw std::runtime_error("fork failed");
        if (child_ == 0) answer();
    }
    ~Echo() {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        ::munmap(words_, sizeof(Words));
    }
    Echo(const Echo&) = delete;
    Echo& operator=(const Echo&) = delete;

    void round_trip() {
        const std::uint32_t number = words_->request.load() + 1;
        words_->request.store(number);
        fmu_host::wake(words_->request);
        await(words_->reply, number - 1);
    }

  private:
    struct Words {
        alignas(64) std::atomic<std::uint32_t> request;
        alignas(64) std::atomic<std::uint32_t> reply;
    };

    static void await(std::atomic<std::uint32_t>& word, std::uint32_t last) {
        while (word.load() == last) fmu_host::wait_on(word, last, longest_wait);
    }
    [[noreturn]] void answer() {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (std::uint32_t last = 0;; ++last) {
            await(words_->request, last);
            words_->reply.store(last + 1);
            fmu_host::wake(words_->reply);
        }
    }

    Words* words_ = nullptr;
    pid_t child_ = -1;
};

}  // namespace
}  // namespace fmu_import_rows

std::vector<Result> fmu_import() {
    using namespace fmu_import_rows;
    const OneCore core;
    FmuVehicle vehicle(car(), {});
    Echo echo;
    const auto step_ns = [&] {
        return ns_per_call(steps, [&] {
            if (!vehicle.advance()) throw std::runtime_error(vehicle.explain());
        });
    };
    const auto trip_ns = [&] {
        return ns_per_call(steps, [&] { echo.round_trip(); }) + allowed_ns;
    };
    return {compare(Measured{"a step of an imported FMU", step_ns},
                    Measured{"futex round trip of two processes, + 1500", trip_ns}, "ns",
                    {21, Pick::median})};
}

}  // namespace bench
