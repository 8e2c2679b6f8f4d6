// SPDX-License-Identifier: MIT
#include "bind_ports.hpp"

#include "bind_side.hpp"
#include "port_rules.hpp"

#include "text/text.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/similar.hpp>
#include <ddc/interface/types.hpp>
#include <ddc/interface/values.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace gateway {

namespace interface = ddc::interface;
using interface::Direction;
using interface::Port;
using interface::Signal;

namespace {

namespace interface = ddc::interface;
using interface::Direction;
using interface::Port;
using interface::Signal;

/// The name as a key of YAML.
std::string as_key(const std::string& name) {
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const bool is_word =
        name.find_first_not_of(plain) == std::string::npos && name.find_first_of("0123456789") != 0;
    return is_word ? name : nlohmann::json(name).dump();
}

/// Names that are a part of the text, such as speed_limit of upper_speed_limit.
std::vector<std::string> contained(const std::string& text, const std::vector<std::string>& names) {
    std::vector<std::string> found;
    for (const std::string& name : names)
        if (text.find(name) != std::string::npos) found.push_back(name);
    return found;
}

/// Direction and type of the port, and the alternatives to the proposed use.
std::string choices(const Port& port) {
    const std::string zero = value_to_json(port.data_type, default_values(port.data_type)).dump();
    const std::string input =
        "ignore, {constant: " + zero + "}, {signal: NAME}, {csv: FILE, column: NAME}";
    const std::string kind =
        std::string(to_string(port.direction)) + ", " + describe(port.data_type);
    if (port.direction == Direction::output) return kind + "; or ignore, {signal: NAME}";
    return kind + "; or " + input;
}

const char* proposal(Direction direction) {
    if (direction == Direction::io) return "{input: zero, output: record}";
    return direction == Direction::input ? "zero" : "record";
}

std::string place_of(const plant::Mistake& place) {
    if (place.file.empty()) return "`program.ports` of the run's configuration";
    return "`" + place.key + "`, " + place.file + ":" + std::to_string(place.line);
}

/// "; did you mean true_compass?", with the signals that such a port could carry, or nothing.
std::string similar_signals(const Port& port, const std::vector<Signal>& catalogue) {
    std::vector<std::string> names;
    for (const Signal& signal : catalogue)
        if (port.direction == Direction::io || port.direction == signal.direction)
            names.emplace_back(signal.name);
    std::vector<std::string> close = interface::similar(port.name, names);
    if (close.empty()) close = contained(port.name, names);
    return close.empty() ? "" : "; did you mean " + joined(close) + "?";
}

/// The lines for the configuration that assign a use to each port without a signal.
std::string lines_for(const std::vector<const Port*>& ports, const PortRules& rules) {
    std::string text = "assign them a use with these lines (" + place_of(rules.place) +
                       "; docs/reference/ports.md describes the uses):\n    ports:";
    for (const Port* port : ports)
        text += "\n      " + as_key(port->name) + ": " + proposal(port->direction) + "  # " +
                choices(*port);
    return text;
}

bool same_entries(const interface::DataType& a, const interface::DataType& b) {
    const auto left = interface::elements(a), right = interface::elements(b);
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const auto& x, const auto& y) { return x.kind == y.kind; });
}

/// Why a port cannot carry the signal of its name, or nothing.
std::string mismatch(const Port& port, const Signal& signal) {
    if (port.direction != signal.direction)
        return "is an " + std::string(to_string(port.direction)) + ", the signal is an " +
               std::string(to_string(signal.direction));
    if (!is_message(signal) && !same_entries(port.data_type, signal.data_type))
        return "is of type " + describe(port.data_type) + ", the signal is of type " +
               describe(signal.data_type) + " in " + std::string(signal.unit);
    return {};
}

/// An error caused by a rule.
std::string at(const PortRule& rule, const std::string& reason) {
    plant::Mistake mistake = rule.place;
    mistake.reason = reason;
    return to_string(mistake);
}

class Binder {
  public:
    Binder(const ProgramDescription& description, ddc::Id reference_id, const PortRules& rules,
           const std::vector<Signal>& catalogue, InputBindings& inputs, OutputBindings& outputs)
        : description_(description),
          reference_id_(reference_id),
          rules_(rules),
          catalogue_(catalogue),
          inputs_(inputs),
          outputs_(outputs) {}

    std::vector<std::string> bind() {
        const std::vector<Port>& ports = description_.ports.ports;
        for (std::size_t i = 0; i < ports.size(); ++i) bind_port(i, ports[i]);
        if (!rules_.command_nothing) refuse_rules_without_port();
        if (!unknown_.empty()) problems_.push_back(lines_for(unknown_, rules_));
        if (!rules_.command_nothing) {
            refuse_rivals();
            refuse_mixture();
        }
        note_answers();
        return std::move(problems_);
    }

  private:
    void bind_port(std::size_t index, const Port& port) {
        const PortRule* rule = rules_.find(port.name);
        const std::string name = "port " + std::to_string(index) + " '" + port.name + "'";
        const auto complain = [&](const Reasons& reasons) {
            for (const std::string& reason : reasons) {
                const std::string text = name + ": " + reason;
                problems_.push_back(rule != nullptr ? at(*rule, text) : text);
            }
        };
        if (port.port_type == interface::PortType::socket) {
            if (rule != nullptr) complain({"is a SOCKET; the section `sockets` connects it"});
            return;
        }
        if (rule != nullptr) return bind_rule(index, port, *rule, complain);
        const auto signal =
            std::find_if(catalogue_.begin(), catalogue_.end(),
                         [&](const Signal& candidate) { return candidate.name == port.name; });
        const bool is_known = signal != catalogue_.end() && port.direction != Direction::io;
        const std::string reason = is_known ? mismatch(port, *signal) : "";
        if (rules_.command_nothing && (!is_known || !reason.empty()))
            return bind_without_signal(index, port);
        if (!is_known) return note_unknown(name, port);
        if (!reason.empty()) return complain({reason});
        bind_use(index, port, SignalUse{&*signal, {}}, complain);
    }

    void bind_without_signal(std::size_t index, const Port& port) {
        const auto side = side_of(index, port);
        if (!side || port.optional) return;
        if (port.is_input()) bind_input(*side, ZeroUse{}, inputs_);
        if (port.is_output()) bind_output(*side, RecordUse{}, outputs_);
    }

    void note_unknown(const std::string& name, const Port& port) {
        if (port.optional) return;
        unknown_.push_back(&port);
        const std::string reason =
            port.direction == Direction::io
                ? "a port of both directions is bound to no signal by its name"
                : "the gateway has no such signal" + similar_signals(port, catalogue_);
        problems_.push_back(name + " (" + std::string(to_string(port.direction)) + ", " +
                            describe(port.data_type) + "): " + reason);
    }

    template <class Complain>
    void bind_rule(std::size_t index, const Port& port, const PortRule& rule,
                   const Complain& complain) {
        if (rule.use) return bind_use(index, port, *rule.use, complain);
        if (rule.input && !port.is_input()) return complain({"is an OUTPUT; it has no `input`"});
        if (rule.output && !port.is_output()) return complain({"is an INPUT; it has no `output`"});
        const auto side = side_of(index, port);
        if (!side) return;
        if (rule.input) complain(bind_input(*side, *rule.input, inputs_));
        if (rule.output) complain(bind_output(*side, *rule.output, outputs_));
    }

    /// To the side of the port that the use fits.
    template <class Complain>
    void bind_use(std::size_t index, const Port& port, const PortUse& use,
                  const Complain& complain) {
        if (!port.is_output() && !is_of_input(use))
            return complain(
                {"is an INPUT; write a signal that is an input, constant, csv, zero or ignore"});
        if (!port.is_input() && !is_of_output(use))
            return complain({"is an OUTPUT; write a signal that is an output, record or ignore"});
        const auto side = side_of(index, port);
        if (!side) return;
        complain(is_of_input(use) ? bind_input(*side, use, inputs_)
                                  : bind_output(*side, use, outputs_));
    }

    /// Nothing for an optional port without an offset in the slot table.
    std::optional<PortSide> side_of(std::size_t index, const Port& port) const {
        const auto& offset = description_.layout.ports[index].offset;
        if (!offset) return std::nullopt;
        return PortSide{port, static_cast<ddc::Id>(reference_id_ + *offset)};
    }

    void refuse_rules_without_port() {
        std::vector<std::string> names;
        for (const Port& port : description_.ports.ports) names.push_back(port.name);
        for (const PortRule& rule : rules_.rules) {
            if (description_.ports.find(rule.port) != nullptr) continue;
            const auto close = interface::similar(rule.port, names);
            problems_.push_back(
                at(rule, "the program has no port '" + rule.port + "'; " +
                             (close.empty() ? "remove this line, or give it the name of a port"
                                            : "did you mean '" + close.front() + "'?")));
        }
    }

    /// Reports every pair once, in the order of the catalogue.
    void refuse_rivals() {
        std::vector<const BoundOutput*> set;
        for (const BoundOutput& port : outputs_.ports) set.push_back(&port);
        std::stable_sort(set.begin(), set.end(), [](const BoundOutput* a, const BoundOutput* b) {
            return a->sink.signal < b->sink.signal;
        });
        for (const PartName& shared : part_names)
            for (std::size_t i = 0; i < set.size(); ++i)
                for (std::size_t j = i + 1; j < set.size(); ++j)
                    if (first_shared(*set[i]->sink.signal, *set[j]->sink.signal) == &shared)
                        problems_.push_back("ports '" + set[i]->name + "' and '" + set[j]->name +
                                            "': both set " + std::string(shared.name) +
                                            "; keep one of them");
    }

    /// The outputs of a program make commands of one level. Reports the first that does not fit.
    void refuse_mixture() {
        const BoundOutput* first = nullptr;
        for (const Level level : all_levels) {
            const BoundOutput* port = first_output(outputs_, level);
            if (first == nullptr) {
                first = port;
            } else if (port != nullptr) {
                problems_.push_back("ports '" + first->name + "' and '" + port->name +
                                    "': the first sets " + what_is_set(*first->sink.signal->level) +
                                    ", the second " + what_is_set(level) + "; keep one kind");
            }
        }
    }

    void note_answers() {
        std::set<ddc::Id> written;
        for (std::size_t i = 0; i < inputs_.group.size(); ++i)
            written.insert(inputs_.group.item(i).id);
        for (std::size_t i = 0; i < outputs_.group.size(); ++i)
            if (written.count(outputs_.group.item(i).id) == 0) outputs_.answers.push_back(i);
    }

    const ProgramDescription& description_;
    ddc::Id reference_id_;
    const PortRules& rules_;
    const std::vector<Signal>& catalogue_;
    InputBindings& inputs_;
    OutputBindings& outputs_;
    std::vector<std::string> problems_;
    std::vector<const Port*> unknown_;
};

}  // namespace

std::vector<std::string> bind(const ProgramDescription& description, ddc::Id reference_id,
                              InputBindings& inputs, OutputBindings& outputs,
                              const PortRules& rules, const std::vector<Signal>& catalogue) {
    return Binder(description, reference_id, rules, catalogue, inputs, outputs).bind();
}

}  // namespace gateway
