#pragma once

#include "app/cli/command_context.h"
#include "core/groups/group_event.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

// Reads what files say about groups: recordings and captures, told by their content, and segments of
// __consumer_offsets. A folder stands for its segments, in the order of their names. The partition is in the folder's
// name; a file in a folder without one is taken to be of partition 0, which is remarked on. `take` gets the events
// piece by piece. Says on stderr what cannot be read, and returns the status: 2 for a file that is unreadable or of no
// such kind, 1 where a file has damage, else 0.
int readGroupFiles(const CommandContext& context, const std::vector<std::string>& files,
                   const std::set<std::string>& groups, const std::function<void(std::vector<GroupEvent>)>& take);

}  // namespace brokerscope
