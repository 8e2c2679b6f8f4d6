// SPDX-License-Identifier: MIT
#include "call.hpp"

#include "standard/fmi2.hpp"

#include <stdexcept>

namespace gateway::fmu::fmi2 {
namespace {

/// A callback may be missing.
LogLine log_of(const Callbacks* callbacks, String instance) {
    const Callbacks to = callbacks != nullptr ? *callbacks : Callbacks{};
    return [to, name = std::string(instance != nullptr ? instance : "")](Status status,
                                                                         const std::string& line) {
        const char* const category =
            status == Status::discard ? "logStatusDiscard" : "logStatusError";
        if (to.logger != nullptr)
            to.logger(to.environment, name.c_str(), status, category, "%s", line.c_str());
    };
}

template <class Slot, class To>
Status get(Component component, const char* function, Type type, const Reference* references,
           std::size_t count, To* values) {
    return call(component, readable, function, [&](Instance& instance) {
        check_array(references, count);
        check_array(values, count);
        instance.get<Slot>(type, references, count, values);
        return Status::ok;
    });
}

template <class Slot, class From>
Status set(Component component, const char* function, Type type, const Reference* references,
           std::size_t count, const From* values) {
    return call(component, settable, function, [&](Instance& instance) {
        check_array(references, count);
        check_array(values, count);
        instance.set<Slot>(type, references, count, values);
        return Status::ok;
    });
}

bool is_enumeration(const Instance& instance, Reference reference) {
    const auto& variables = instance.info().variables;
    return reference < variables.size() && variables[reference].type == Type::enumeration;
}

Status refuse(Component component, const char* function) {
    return call(component, always, function,
                [](Instance&) -> Status { throw std::invalid_argument("is not supported"); });
}

}  // namespace

extern "C" {

const char* fmi2GetTypesPlatform() {
    return "default";
}

const char* fmi2GetVersion() {
    return "2.0";
}

/// Only errors are logged, which cannot be switched off.
Status fmi2SetDebugLogging(Component component, Boolean, std::size_t, const String*) {
    return call(component, always, __func__, [](Instance&) { return Status::ok; });
}

Component fmi2Instantiate(String instance, Kind kind, String guid, String resource_uri,
                          const Callbacks* callbacks, Boolean, Boolean) {
    try {
        const LogLine log = log_of(callbacks, instance);
        try {
            if (kind != Kind::co_simulation)
                throw std::invalid_argument("the FMU is for co-simulation only");
            return create_instance({Version::fmi2, guid, path_of_uri(resource_uri), log});
        } catch (const std::exception& error) {
            log(Status::error, std::string("fmi2Instantiate: ") + error.what());
        }
    } catch (...) {  // there is no other place for the line
    }
    return nullptr;
}

void fmi2FreeInstance(Component component) {
    delete static_cast<Instance*>(component);
}

Status fmi2SetupExperiment(Component component, Boolean, double, double start_s, Boolean has_stop,
                           double stop_s) {
    return call(component, Modes(Mode::instantiated), __func__, [&](Instance& instance) {
        instance.set_experiment(start_s, has_stop ? std::optional(stop_s) : std::nullopt);
        return Status::ok;
    });
}

Status fmi2EnterInitializationMode(Component component) {
    return call(component, Modes(Mode::instantiated), __func__, [](Instance& instance) {
        instance.enter_initialisation();
        return Status::ok;
    });
}

Status fmi2ExitInitializationMode(Component component) {
    return call(component, Modes(Mode::initialisation), __func__, [](Instance& instance) {
        instance.exit_initialisation();
        return Status::ok;
    });
}

Status fmi2Terminate(Component component) {
    return call(component, Modes(Mode::stepping), __func__, [](Instance& instance) {
        instance.terminate();
        return Status::ok;
    });
}

Status fmi2Reset(Component component) {
    return call(component, always, __func__, [](Instance& instance) {
        instance.reset();
        return Status::ok;
    });
}

Status fmi2GetReal(Component component, const Reference* references, std::size_t count,
                   double* values) {
    return get<double>(component, __func__, Type::float64, references, count, values);
}

Status fmi2GetInteger(Component component, const Reference* references, std::size_t count,
                      int* values) {
    return call(component, readable, __func__, [&](Instance& instance) {
        check_array(references, count);
        check_array(values, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (is_enumeration(instance, references[i]))
                instance.get<std::int64_t>(Type::enumeration, references + i, 1, values + i);
            else
                instance.get<std::int32_t>(Type::int32, references + i, 1, values + i);
        }
        return Status::ok;
    });
}

Status fmi2GetBoolean(Component component, const Reference* references, std::size_t count,
                      Boolean* values) {
    return get<bool>(component, __func__, Type::boolean, references, count, values);
}

Status fmi2GetString(Component component, const Reference* references, std::size_t count,
                     String* values) {
    return call(component, readable, __func__, [&](Instance& instance) {
        check_array(references, count);
        check_array(values, count);
        instance.get_texts(references, count, values);
        return Status::ok;
    });
}

Status fmi2SetReal(Component component, const Reference* references, std::size_t count,
                   const double* values) {
    return set<double>(component, __func__, Type::float64, references, count, values);
}

Status fmi2SetInteger(Component component, const Reference* references, std::size_t count,
                      const int* values) {
    return call(component, settable, __func__, [&](Instance& instance) {
        check_array(references, count);
        check_array(values, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (is_enumeration(instance, references[i]))
                instance.set<std::int64_t>(Type::enumeration, references + i, 1, values + i);
            else
                instance.set<std::int32_t>(Type::int32, references + i, 1, values + i);
        }
        return Status::ok;
    });
}

Status fmi2SetBoolean(Component component, const Reference* references, std::size_t count,
                      const Boolean* values) {
    return set<bool>(component, __func__, Type::boolean, references, count, values);
}

Status fmi2SetString(Component component, const Reference* references, std::size_t count,
                     const String* values) {
    return call(component, settable, __func__, [&](Instance& instance) {
        check_array(references, count);
        check_array(values, count);
        instance.set_texts(references, count, values);
        return Status::ok;
    });
}

Status fmi2GetFMUstate(Component component, State* state) {
    return call(component, always, __func__, [&](Instance& instance) {
        instance.save(state);
        return Status::ok;
    });
}

Status fmi2SetFMUstate(Component component, State state) {
    return call(component, always, __func__, [&](Instance& instance) {
        instance.restore(state);
        return Status::ok;
    });
}

Status fmi2FreeFMUstate(Component component, State* state) {
    return call(component, always, __func__, [&](Instance& instance) {
        instance.free(state);
        return Status::ok;
    });
}

Status fmi2SerializedFMUstateSize(Component component, State state, std::size_t* size) {
    return call(component, always, __func__, [&](Instance& instance) {
        check_array(size, 1);
        *size = instance.serialised_size(state);
        return Status::ok;
    });
}

Status fmi2SerializeFMUstate(Component component, State state, Byte* bytes, std::size_t size) {
    return call(component, always, __func__, [&](Instance& instance) {
        instance.serialise(state, reinterpret_cast<std::uint8_t*>(bytes), size);
        return Status::ok;
    });
}

Status fmi2DeSerializeFMUstate(Component component, const Byte* bytes, std::size_t size,
                               State* state) {
    return call(component, always, __func__, [&](Instance& instance) {
        instance.deserialise(reinterpret_cast<const std::uint8_t*>(bytes), size, state);
        return Status::ok;
    });
}

Status fmi2GetDirectionalDerivative(Component component, const Reference*, std::size_t,
                                    const Reference*, std::size_t, const double*, double*) {
    return refuse(component, __func__);
}

Status fmi2SetRealInputDerivatives(Component component, const Reference*, std::size_t, const int*,
                                   const double*) {
    return refuse(component, __func__);
}

Status fmi2GetRealOutputDerivatives(Component component, const Reference*, std::size_t, const int*,
                                    double*) {
    return refuse(component, __func__);
}

Status fmi2DoStep(Component component, double point_s, double step_s, Boolean) {
    return call(component, Modes(Mode::stepping), __func__, [&](Instance& instance) {
        return instance.step(point_s, step_s, PartialTick::discard);
    });
}

/// Steps are never pending.
Status fmi2CancelStep(Component component) {
    return refuse(component, __func__);
}

Status fmi2GetStatus(Component component, StatusKind, Status*) {
    return refuse(component, __func__);
}

Status fmi2GetRealStatus(Component component, StatusKind kind, double* value) {
    return call(component, always, __func__, [&](Instance& instance) {
        check_array(value, 1);
        if (kind != StatusKind::last_successful_time) return Status::discard;
        *value = instance.time_s();
        return Status::ok;
    });
}

Status fmi2GetIntegerStatus(Component component, StatusKind, int*) {
    return refuse(component, __func__);
}

Status fmi2GetBooleanStatus(Component component, StatusKind kind, Boolean* value) {
    return call(component, always, __func__, [&](Instance& instance) {
        check_array(value, 1);
        if (kind != StatusKind::terminated) return Status::discard;
        *value = instance.wants_end();
        return Status::ok;
    });
}

Status fmi2GetStringStatus(Component component, StatusKind, String*) {
    return refuse(component, __func__);
}

}  // extern "C"

}  // namespace gateway::fmu::fmi2
