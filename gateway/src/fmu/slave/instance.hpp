// SPDX-License-Identifier: MIT
#pragma once

#include "mode.hpp"
#include "saved_state.hpp"
#include "slave.hpp"

#include "standard/common.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway::fmu {

/// Writes a line to the log of the importer.
using LogLine = std::function<void(Status, const std::string&)>;

/// What an instance does with a communication step that is no multiple of its tick.
enum class PartialTick {
    discard,     ///< nothing, and returns Status::discard (FMI 2.0)
    fall_behind  ///< it executes the whole ticks, and makes up for the rest later (FMI 3.0)
};

/// An instance of the FMU, without the details of either version. All functions throw
/// std::exception with a reason for the log, and have no effect then unless it says so.
class Instance {
  public:
    Instance(std::unique_ptr<Slave> slave, LogLine log);

    bool is_in(Modes modes) const { return contains(modes, progress_.mode); }
    Mode mode() const { return progress_.mode; }
    void log(Status status, const std::string& line) const { log_(status, line); }

    /// Sets the times of the experiment, in s. @throws std::invalid_argument unless finite
    void set_experiment(double start_s, std::optional<double> stop_s);
    void enter_initialisation() { progress_.mode = Mode::initialisation; }
    /// Initialises the slave unless that was done for reading.
    void exit_initialisation();
    void terminate() { progress_.mode = Mode::terminated; }
    /// Back to the state after the creation. Saved states stay valid.
    void reset();

    /// Reads values of variables of type `type`, whose slots hold a T.
    template <class T, class To>
    void get(Type type, const Reference* references, std::size_t count, To* values);
    /// Sets them. Parameters can be set before the first step only.
    template <class T, class From>
    void set(Type type, const Reference* references, std::size_t count, const From* values);
    /// Pointers to texts, valid until the next call that changes them.
    void get_texts(const Reference* references, std::size_t count, const char** values);
    void set_texts(const Reference* references, std::size_t count, const char* const* values);

    /// Executes a communication step.
    /// @return ok, or discard if the slave cannot continue or, by `partial`, the step is no
    /// multiple of the tick
    Status step(double point_s, double step_s, PartialTick partial);
    /// The time that the slave has reached.
    double time_s() const;
    /// Whether the last step found that the slave cannot continue.
    bool wants_end() const { return wants_end_; }

    /// @name Saved states
    /// Handles that this instance has not created, or has freed, are refused.
    /// @{
    void save(void** handle);
    void restore(void* handle);
    void free(void** handle);
    std::size_t serialised_size(void* handle) const;
    void serialise(void* handle, std::uint8_t* bytes, std::size_t size) const;
    void deserialise(const std::uint8_t* bytes, std::size_t size, void** handle);
    /// @}

    const SlaveInfo& info() const { return slave_->info(); }

  private:
    /// Executes work of the slave, after whose errors the instance has failed.
    template <class Work>
    auto guarded(Work work) {
        try {
            return work();
        } catch (...) {
            progress_.mode = Mode::failed;
            throw;
        }
    }
    void check_reference(Reference reference, Type type) const {
        if (reference >= types_.size() || types_[reference] != type)
            refuse_reference(reference, type);
    }
    [[noreturn]] void refuse_reference(Reference reference, Type type) const;
    void check_settable(Reference reference) const {
        if (!is_in(settable_[reference])) refuse_setting(reference);
    }
    [[noreturn]] void refuse_setting(Reference reference) const;
    void check_range(Reference reference, double value) const {
        // Not a number is outside.
        if (!(value >= ranges_[reference].min && value <= ranges_[reference].max))
            refuse_value(reference, value);
    }
    [[noreturn]] void refuse_value(Reference reference, double value) const;

    void note_set(Reference reference) {
        if (is_fixed_[reference]) progress_.is_ready = false;
    }
    void make_ready();
    void prepare_outputs() {
        if (!are_outputs_current_) write_outputs();
    }
    void write_outputs();
    void initialise_slave();
    void check_point(double point_s) const;
    std::optional<std::int64_t> ticks_of(double point_s, double step_s, PartialTick partial) const;
    Status advance(std::int64_t ticks);
    SavedState state() const;
    SavedState& state_of(void* handle) const;
    void keep(void** handle, SavedState state);
    bool was_initialised_with(const Values& values) const;

    struct Limits {
        double min;
        double max;
    };

    std::unique_ptr<Slave> slave_;
    LogLine log_;
    std::vector<Type> types_;
    std::vector<Modes> settable_;
    std::vector<bool> is_fixed_;  ///< a parameter with which the slave is initialised
    std::vector<Limits> ranges_;
    Values values_;
    Progress progress_;
    bool are_outputs_current_ = false;
    bool wants_end_ = false;
    std::optional<Values> initialised_with_;
    double initialised_at_s_ = 0;
    std::map<const void*, std::unique_ptr<SavedState>> states_;
};

template <class T, class To>
void Instance::get(Type type, const Reference* references, std::size_t count, To* values) {
    prepare_outputs();
    for (std::size_t i = 0; i < count; ++i) {
        check_reference(references[i], type);
        values[i] = static_cast<To>(values_.get<T>(references[i]));
    }
}

template <class T, class From>
void Instance::set(Type type, const Reference* references, std::size_t count, const From* values) {
    for (std::size_t i = 0; i < count; ++i) {
        const Reference reference = references[i];
        check_reference(reference, type);
        check_settable(reference);
        check_range(reference, static_cast<double>(values[i]));
        values_.set<T>(reference, static_cast<T>(values[i]));
        note_set(reference);
    }
}

}  // namespace gateway::fmu
