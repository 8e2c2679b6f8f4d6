// SPDX-License-Identifier: MIT
#include "instance.hpp"
#include "message.hpp"
#include "resource_uri.hpp"

#include "standard/fmi2.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace gateway::fmu_host {
namespace {

using namespace fmu::fmi2;
using fmu::Reference;
using fmu::Status;
using fmu::Type;

/// The functions that the importer calls.
struct Functions {
    decltype(&fmi2Instantiate) instantiate;
    decltype(&fmi2FreeInstance) free_instance;
    decltype(&fmi2SetupExperiment) set_up;
    decltype(&fmi2EnterInitializationMode) enter;
    decltype(&fmi2ExitInitializationMode) exit;
    decltype(&fmi2Terminate) terminate;
    decltype(&fmi2GetReal) get_real;
    decltype(&fmi2GetInteger) get_integer;
    decltype(&fmi2GetBoolean) get_boolean;
    decltype(&fmi2SetReal) set_real;
    decltype(&fmi2SetInteger) set_integer;
    decltype(&fmi2SetBoolean) set_boolean;
    decltype(&fmi2SetString) set_string;
    decltype(&fmi2DoStep) do_step;
    decltype(&fmi2GetRealStatus) get_real_status;
};

Functions functions_of(const Library& library) {
    Functions f{};
    library.find("fmi2Instantiate", f.instantiate);
    library.find("fmi2FreeInstance", f.free_instance);
    library.find("fmi2SetupExperiment", f.set_up);
    library.find("fmi2EnterInitializationMode", f.enter);
    library.find("fmi2ExitInitializationMode", f.exit);
    library.find("fmi2Terminate", f.terminate);
    library.find("fmi2GetReal", f.get_real);
    library.find("fmi2GetInteger", f.get_integer);
    library.find("fmi2GetBoolean", f.get_boolean);
    library.find("fmi2SetReal", f.set_real);
    library.find("fmi2SetInteger", f.set_integer);
    library.find("fmi2SetBoolean", f.set_boolean);
    library.find("fmi2SetString", f.set_string);
    library.find("fmi2DoStep", f.do_step);
    library.find("fmi2GetRealStatus", f.get_real_status);
    return f;
}

extern "C" {

__attribute__((format(printf, 5, 6))) void log_message(Environment, String, Status status, String,
                                                       String format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    write_message(status, text);
}
}

/// An FMU may keep the pointer. Without a function for the end of a step, steps are synchronous.
const Callbacks callbacks{log_message, std::calloc, std::free, nullptr, nullptr};

[[noreturn]] void refuse_type() {
    throw Failure("has a variable of a type that FMI 2.0 does not have");
}

class Fmi2Instance : public Instance {
  public:
    Fmi2Instance(const Library& library, const fmu::ModelDescription& description,
                 const std::string& folder)
        : f_(functions_of(library)) {
        const std::string resources = resource_uri(folder + "/resources");
        component_ = f_.instantiate(description.model_name.c_str(), Kind::co_simulation,
                                    description.token.c_str(), resources.c_str(), &callbacks, 0, 0);
        if (component_ == nullptr) throw Failure("returned no instance from fmi2Instantiate");
    }

    void set(Type type, const Reference* references, std::size_t count,
             const void* values) override {
        if (type == Type::float64)
            require_success(
                f_.set_real(component_, references, count, static_cast<const double*>(values)),
                "fmi2SetReal");
        else if (type == Type::boolean)
            require_success(
                f_.set_boolean(component_, references, count, static_cast<const int*>(values)),
                "fmi2SetBoolean");
        else if (type == Type::int32 || type == Type::enumeration)
            require_success(
                f_.set_integer(component_, references, count, static_cast<const int*>(values)),
                "fmi2SetInteger");
        else
            refuse_type();
    }

    void get(Type type, const Reference* references, std::size_t count, void* values) override {
        if (type == Type::float64)
            require_success(
                f_.get_real(component_, references, count, static_cast<double*>(values)),
                "fmi2GetReal");
        else if (type == Type::boolean)
            require_success(
                f_.get_boolean(component_, references, count, static_cast<int*>(values)),
                "fmi2GetBoolean");
        else if (type == Type::int32 || type == Type::enumeration)
            require_success(
                f_.get_integer(component_, references, count, static_cast<int*>(values)),
                "fmi2GetInteger");
        else
            refuse_type();
    }

    void set_text(Reference reference, const std::string& text) override {
        const char* const value = text.c_str();
        require_success(f_.set_string(component_, &reference, 1, &value), "fmi2SetString");
    }

    void enter_initialisation(double start_s) override {
        require_success(f_.set_up(component_, 0, 0, start_s, 0, 0), "fmi2SetupExperiment");
        require_success(f_.enter(component_), "fmi2EnterInitializationMode");
    }

    void exit_initialisation() override {
        require_success(f_.exit(component_), "fmi2ExitInitializationMode");
    }

    void do_step(double time_s, double step_s) override {
        const Status status = f_.do_step(component_, time_s, step_s, 1);
        if (status == Status::discard) refuse_discard();
        require_success(status, "fmi2DoStep");
    }

    void end() override {
        require_success(f_.terminate(component_), "fmi2Terminate");
        f_.free_instance(component_);
    }

  private:
    [[noreturn]] void refuse_discard() const {
        double last_s = 0;
        const Status status =
            f_.get_real_status(component_, StatusKind::last_successful_time, &last_s);
        std::string text = "returned Discard from fmi2DoStep";
        if (status == Status::ok) text += ", its last successful time is " + seconds_text(last_s);
        throw Failure(text);
    }

    Functions f_;
    Component component_ = nullptr;
};

}  // namespace

std::unique_ptr<Instance> instantiate_fmi2(const Library& library,
                                           const fmu::ModelDescription& description,
                                           const std::string& folder) {
    return std::make_unique<Fmi2Instance>(library, description, folder);
}

}  // namespace gateway::fmu_host
