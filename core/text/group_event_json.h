#pragma once

#include "core/groups/timeline_event.h"
#include "core/text/json_object.h"

#include <string>

namespace brokerscope {

// What a timeline concluded as one JSON object without a line feed:
//   {"time":"2026-11-30T10:41:07.204Z","group":"g","type":"consumer","event":"assignment","source":"offsets","epoch":17,
//    "record":{"partition":18,"offset":4211},"certainty":"observed","member":"…","added":{"orders":[0,1]},"removed":{},
//    "pending":{}}
//
//   epoch      `generationId` in its place for classic groups; null where not known
//   record     or "exchange":N; neither: concluded without one
//   correction true where it changes what was told before; else absent
//   state      from, to             memberJoined  member, clientId, host, instanceId, subscription, regularExpression
//   memberLeft member, clientId, host, reason, words, replacedBy     memberChanged  as memberJoined, and changed:[…]
//   rebalanceStarted  number, why, member, words
//   rebalanceEnded    number, why, words, durationMs, mode, phases:[{phase,member,ms}], slowestMember,
//                     moved:[{topic,partition,from,to,unownedMs,unownedAtLeastMs,certainty}]   null: nobody, not known
//   targetAssignment  targets:{"member":{"topic":[…]}}   coordinatorChanged  from, to
//   committed  member, partitions:{"topic":[…]}, transactional, error            groupDeleted
//   blind      from, to (null while it lasts), why       violation     rule, found, evidence:[{source,…}]
//
// Appends. Standby and warmup tasks stand beside, as addAssignment() has them.
void appendEventJson(std::string& out, const TimelineEvent& event);

// Keys that other texts about groups share with it. An empty text is null.
void addTextOrNull(JsonObject& object, std::string_view key, std::string_view text);
void addEvidence(JsonObject& object, std::string& out, const EventEvidence& evidence);
void addRebalanceFields(JsonObject& object, std::string& out, const RebalanceFinished& rebalance);

}  // namespace brokerscope
