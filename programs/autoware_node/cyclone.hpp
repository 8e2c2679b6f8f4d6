// SPDX-License-Identifier: MIT
#pragma once

#include <dds/dds.h>

#include <stdexcept>
#include <string>

/// A participant of Cyclone DDS that finds others on this machine by unicast on the loopback.
namespace cyclone {

inline dds_entity_t checked(dds_entity_t entity, const char* what) {
    if (entity < 0) throw std::runtime_error(std::string(what) + ": " + dds_strretcode(-entity));
    return entity;
}

inline dds_entity_t join(dds_domainid_t domain) {
    constexpr const char* config =
        "<CycloneDDS><Domain id=\"any\"><General><Interfaces><NetworkInterface "
        "address=\"127.0.0.1\"/></Interfaces><AllowMulticast>false</AllowMulticast></General>"
        "<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32"
        "</MaxAutoParticipantIndex><Peers><Peer address=\"127.0.0.1\"/></Peers></Discovery>"
        "</Domain></CycloneDDS>";
    checked(dds_create_domain(domain, config), "domain");
    return checked(dds_create_participant(domain, nullptr, nullptr), "participant");
}

/// Reliable, volatile or transient local, with a history of `depth` samples.
inline dds_qos_t* qos_of(dds_durability_kind durability, int depth) {
    dds_qos_t* qos = dds_create_qos();
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_SECS(1));
    dds_qset_durability(qos, durability);
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, depth);
    return qos;
}

inline dds_entity_t create_topic(dds_entity_t participant, const char* name,
                                 const dds_topic_descriptor_t& type) {
    return checked(dds_create_topic(participant, &type, name, nullptr, nullptr), name);
}

/// Volatile. @param depth samples that it keeps
inline dds_entity_t create_reader(dds_entity_t participant, const char* name,
                                  const dds_topic_descriptor_t& type, int depth = 1) {
    dds_qos_t* qos = qos_of(DDS_DURABILITY_VOLATILE, depth);
    const dds_entity_t reader = checked(
        dds_create_reader(participant, create_topic(participant, name, type), qos, nullptr), name);
    dds_delete_qos(qos);
    return reader;
}

/// Transient local, like the command writers of Autoware's gate.
inline dds_entity_t create_writer(dds_entity_t participant, const char* name,
                                  const dds_topic_descriptor_t& type) {
    dds_qos_t* qos = qos_of(DDS_DURABILITY_TRANSIENT_LOCAL, 1);
    dds_qset_durability_service(qos, 0, DDS_HISTORY_KEEP_LAST, 1, 1, 1, 1);
    dds_qset_writer_data_lifecycle(qos, false);
    const dds_entity_t writer = checked(
        dds_create_writer(participant, create_topic(participant, name, type), qos, nullptr), name);
    dds_delete_qos(qos);
    return writer;
}

}  // namespace cyclone
