#pragma once

#include "core/text/group_report.h"

#include <string>

namespace brokerscope {

// A whole timeline as one JSON object, lanes included: {"group","type","from","to","states":[{from,to,certainty,state,
// epoch,assignmentEpoch,assignor}],"members":[{member,clientId,host,instanceId,replaces,"intervals":[{from,to,certainty,
// epoch,away,assigned,pending,target}]}],"partitions":[{topic,partition,role,"intervals":[{from,to,certainty,ownership,
// owner,next}]}],"rebalances":[…],"violations":[{rule,time,found,evidence}],"blind":[{from,to,source,total,why}],
// "status":{…}}. Times as in events; null: still so. A rebalance has the fields of the event "rebalanceEnded"
// (appendEventJson), and from, to (null while it lasts), epochBefore, epochAfter,
// triggers:[{reason,member,time,certainty,words,…evidence}], waitingFor:[…], foldedEpochs, interrupted.
std::string timelineJson(const TimelineSnapshot& facts);

}  // namespace brokerscope
