// SPDX-License-Identifier: MIT
#include "call.hpp"

#include "standard/fmi3.hpp"

#include <stdexcept>

namespace gateway::fmu::fmi3 {
namespace {

LogLine log_of(Environment environment, LogMessage log) {
    return [environment, log](Status status, const std::string& line) {
        const char* const category =
            status == Status::discard ? "logStatusDiscard" : "logStatusError";
        if (log != nullptr) log(environment, status, category, line.c_str());
    };
}

void check_capabilities(bool event_mode_used, std::size_t intermediate_count) {
    if (event_mode_used) throw std::invalid_argument("has no event mode");
    if (intermediate_count > 0) throw std::invalid_argument("has no intermediate variables");
}

Status do_step(fmu::Instance& instance, double point_s, double step_s, bool* wants_end) {
    const Status status = instance.step(point_s, step_s, PartialTick::fall_behind);
    *wants_end = instance.wants_end();
    // The importer is asked to end the simulation, which is no error of this step.
    return status == Status::discard ? Status::ok : status;
}

}  // namespace

extern "C" {

const char* fmi3GetVersion() {
    return "3.0";
}

/// Only errors are logged, which cannot be switched off.
Status fmi3SetDebugLogging(Instance instance, bool, std::size_t, const String*) {
    return call(instance, always, __func__, [](fmu::Instance&) { return Status::ok; });
}

Instance fmi3InstantiateCoSimulation(String, String token, String resource_path, bool, bool,
                                     bool event_mode_used, bool, const Reference*,
                                     std::size_t intermediate_count, Environment environment,
                                     LogMessage log_message, IntermediateUpdate) {
    try {
        const LogLine log = log_of(environment, log_message);
        try {
            check_capabilities(event_mode_used, intermediate_count);
            if (resource_path == nullptr)
                throw std::invalid_argument("the path of the resources is NULL");
            return create_instance({Version::fmi3, token, resource_path, log});
        } catch (const std::exception& error) {
            log(Status::error, std::string("fmi3InstantiateCoSimulation: ") + error.what());
        }
    } catch (...) {  // there is no other place for the line
    }
    return nullptr;
}

void fmi3FreeInstance(Instance instance) {
    delete static_cast<fmu::Instance*>(instance);
}

Status fmi3EnterInitializationMode(Instance instance, bool, double, double start_s, bool has_stop,
                                   double stop_s) {
    return call(instance, Modes(Mode::instantiated), __func__, [&](fmu::Instance& entered) {
        entered.set_experiment(start_s, has_stop ? std::optional(stop_s) : std::nullopt);
        entered.enter_initialisation();
        return Status::ok;
    });
}

Status fmi3ExitInitializationMode(Instance instance) {
    return call(instance, Modes(Mode::initialisation), __func__, [](fmu::Instance& left) {
        left.exit_initialisation();
        return Status::ok;
    });
}

Status fmi3Terminate(Instance instance) {
    return call(instance, Modes(Mode::stepping), __func__, [](fmu::Instance& ended) {
        ended.terminate();
        return Status::ok;
    });
}

Status fmi3Reset(Instance instance) {
    return call(instance, always, __func__, [](fmu::Instance& restarted) {
        restarted.reset();
        return Status::ok;
    });
}

Status fmi3GetFMUState(Instance instance, State* state) {
    return call(instance, always, __func__, [&](fmu::Instance& saved) {
        saved.save(state);
        return Status::ok;
    });
}

Status fmi3SetFMUState(Instance instance, State state) {
    return call(instance, always, __func__, [&](fmu::Instance& restored) {
        restored.restore(state);
        return Status::ok;
    });
}

Status fmi3FreeFMUState(Instance instance, State* state) {
    return call(instance, always, __func__, [&](fmu::Instance& owner) {
        owner.free(state);
        return Status::ok;
    });
}

Status fmi3SerializedFMUStateSize(Instance instance, State state, std::size_t* size) {
    return call(instance, always, __func__, [&](fmu::Instance& owner) {
        check_array(size, 1);
        *size = owner.serialised_size(state);
        return Status::ok;
    });
}

Status fmi3SerializeFMUState(Instance instance, State state, std::uint8_t* bytes,
                             std::size_t size) {
    return call(instance, always, __func__, [&](fmu::Instance& owner) {
        owner.serialise(state, bytes, size);
        return Status::ok;
    });
}

Status fmi3DeserializeFMUState(Instance instance, const std::uint8_t* bytes, std::size_t size,
                               State* state) {
    return call(instance, always, __func__, [&](fmu::Instance& owner) {
        owner.deserialise(bytes, size, state);
        return Status::ok;
    });
}

Status fmi3DoStep(Instance instance, double point_s, double step_s, bool, bool* event_needed,
                  bool* wants_end, bool* early_return, double* last_successful_s) {
    return call(instance, Modes(Mode::stepping), __func__, [&](fmu::Instance& stepped) {
        for (const bool* flag : {event_needed, wants_end, early_return}) check_array(flag, 1);
        check_array(last_successful_s, 1);
        *event_needed = *wants_end = *early_return = false;
        *last_successful_s = stepped.time_s();
        const Status status = do_step(stepped, point_s, step_s, wants_end);
        *last_successful_s = stepped.time_s();
        return status;
    });
}

}  // extern "C"

}  // namespace gateway::fmu::fmi3
