// SPDX-License-Identifier: MIT
#include "instance.hpp"
#include "message.hpp"

#include "standard/fmi3.hpp"

#include <cmath>
#include <filesystem>

namespace gateway::fmu_host {
namespace {

using namespace fmu::fmi3;
using fmu::Reference;
using fmu::Status;
using fmu::Type;
// A class of this namespace has the name, too.
using Handle = fmu::fmi3::Instance;

extern "C" void log_message3(Environment, Status status, String, String message) {
    write_message(status, message);
}

/// The functions of one type.
template <class Value>
struct Access {
    Status (*set)(Handle, const Reference[], std::size_t, const Value[], std::size_t);
    Status (*get)(Handle, const Reference[], std::size_t, Value[], std::size_t);
    const char *set_name, *get_name;
};

template <class Value>
Access<Value> access_to(const Library& library, const char* set_name, const char* get_name) {
    Access<Value> access{nullptr, nullptr, set_name, get_name};
    library.find(set_name, access.set);
    library.find(get_name, access.get);
    return access;
}

class Fmi3Instance : public fmu_host::Instance {
  public:
    Fmi3Instance(const Library& library, const fmu::ModelDescription& description,
                 const std::string& folder)
        : library_(library) {
        find_functions();
        const std::string resources = folder + "/resources/";
        const bool has_resources = std::filesystem::is_directory(resources);
        handle_ = instantiate_(description.model_name.c_str(), description.token.c_str(),
                               has_resources ? resources.c_str() : nullptr, false, false, false,
                               false, nullptr, 0, nullptr, log_message3, nullptr);
        if (handle_ == nullptr)
            throw Failure("returned no instance from fmi3InstantiateCoSimulation");
    }

    void set(Type type, const Reference* references, std::size_t count,
             const void* values) override {
        with_access(type, [&](const auto& access, auto value) {
            using Value = decltype(value);
            require_success(
                access.set(handle_, references, count, static_cast<const Value*>(values), count),
                access.set_name);
        });
    }

    void get(Type type, const Reference* references, std::size_t count, void* values) override {
        with_access(type, [&](const auto& access, auto value) {
            using Value = decltype(value);
            require_success(
                access.get(handle_, references, count, static_cast<Value*>(values), count),
                access.get_name);
        });
    }

    void set_text(Reference reference, const std::string& text) override {
        const char* const value = text.c_str();
        decltype(&fmi3SetString) set_string = nullptr;
        library_.find("fmi3SetString", set_string);
        require_success(set_string(handle_, &reference, 1, &value, 1), "fmi3SetString");
    }

    void enter_initialisation(double start_s) override {
        require_success(enter_(handle_, false, 0, start_s, false, 0),
                        "fmi3EnterInitializationMode");
    }

    void exit_initialisation() override {
        require_success(exit_(handle_), "fmi3ExitInitializationMode");
    }

    /// Events are not used, and a step must not return early.
    void do_step(double time_s, double step_s) override {
        bool event_needed = false, wants_end = false, is_early = false;
        double last_s = time_s + step_s;
        require_success(
            do_step_(handle_, time_s, step_s, true, &event_needed, &wants_end, &is_early, &last_s),
            "fmi3DoStep");
        if (wants_end) throw Failure("has ended its simulation in fmi3DoStep");
        const bool is_whole = std::abs(last_s - (time_s + step_s)) <= 1e-6 * step_s;
        if (is_early || !is_whole)
            throw Failure("returned early from fmi3DoStep, its last successful time is " +
                          seconds_text(last_s) + " instead of " + seconds_text(time_s + step_s));
    }

    void end() override {
        require_success(terminate_(handle_), "fmi3Terminate");
        free_(handle_);
    }

  private:
    void find_functions() {
        library_.find("fmi3InstantiateCoSimulation", instantiate_);
        library_.find("fmi3FreeInstance", free_);
        library_.find("fmi3EnterInitializationMode", enter_);
        library_.find("fmi3ExitInitializationMode", exit_);
        library_.find("fmi3DoStep", do_step_);
        library_.find("fmi3Terminate", terminate_);
        float32_ = access_to<float>(library_, "fmi3SetFloat32", "fmi3GetFloat32");
        float64_ = access_to<double>(library_, "fmi3SetFloat64", "fmi3GetFloat64");
        int8_ = access_to<std::int8_t>(library_, "fmi3SetInt8", "fmi3GetInt8");
        uint8_ = access_to<std::uint8_t>(library_, "fmi3SetUInt8", "fmi3GetUInt8");
        int16_ = access_to<std::int16_t>(library_, "fmi3SetInt16", "fmi3GetInt16");
        uint16_ = access_to<std::uint16_t>(library_, "fmi3SetUInt16", "fmi3GetUInt16");
        int32_ = access_to<std::int32_t>(library_, "fmi3SetInt32", "fmi3GetInt32");
        uint32_ = access_to<std::uint32_t>(library_, "fmi3SetUInt32", "fmi3GetUInt32");
        int64_ = access_to<std::int64_t>(library_, "fmi3SetInt64", "fmi3GetInt64");
        uint64_ = access_to<std::uint64_t>(library_, "fmi3SetUInt64", "fmi3GetUInt64");
        boolean_ = access_to<bool>(library_, "fmi3SetBoolean", "fmi3GetBoolean");
    }

    /// Calls use(access, value) with the functions and a value of the C type.
    template <class Use>
    void with_access(Type type, const Use& use) const {
        switch (type) {
            case Type::float32:
                return use(float32_, float{});
            case Type::float64:
                return use(float64_, double{});
            case Type::int8:
                return use(int8_, std::int8_t{});
            case Type::uint8:
                return use(uint8_, std::uint8_t{});
            case Type::int16:
                return use(int16_, std::int16_t{});
            case Type::uint16:
                return use(uint16_, std::uint16_t{});
            case Type::int32:
                return use(int32_, std::int32_t{});
            case Type::uint32:
                return use(uint32_, std::uint32_t{});
            case Type::int64:
            case Type::enumeration:
                return use(int64_, std::int64_t{});
            case Type::uint64:
                return use(uint64_, std::uint64_t{});
            case Type::boolean:
                return use(boolean_, bool{});
            default:
                throw Failure("has a variable of a type that is not supported");
        }
    }

    const Library& library_;
    decltype(&fmi3InstantiateCoSimulation) instantiate_ = nullptr;
    decltype(&fmi3FreeInstance) free_ = nullptr;
    decltype(&fmi3EnterInitializationMode) enter_ = nullptr;
    decltype(&fmi3ExitInitializationMode) exit_ = nullptr;
    decltype(&fmi3DoStep) do_step_ = nullptr;
    decltype(&fmi3Terminate) terminate_ = nullptr;
    Access<float> float32_{};
    Access<double> float64_{};
    Access<std::int8_t> int8_{};
    Access<std::uint8_t> uint8_{};
    Access<std::int16_t> int16_{};
    Access<std::uint16_t> uint16_{};
    Access<std::int32_t> int32_{};
    Access<std::uint32_t> uint32_{};
    Access<std::int64_t> int64_{};
    Access<std::uint64_t> uint64_{};
    Access<bool> boolean_{};
    Handle handle_ = nullptr;
};

}  // namespace

std::unique_ptr<Instance> instantiate_fmi3(const Library& library,
                                           const fmu::ModelDescription& description,
                                           const std::string& folder) {
    return std::make_unique<Fmi3Instance>(library, description, folder);
}

}  // namespace gateway::fmu_host
