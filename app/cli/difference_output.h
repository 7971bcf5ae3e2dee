#pragma once

#include "app/cli/command_context.h"
#include "core/workbench/exchange_comparison.h"

#include <string>

namespace brokerscope {

// [{"path":"response.topics[0].errorCode","change":"changed","from":0,"to":3,"volatile":false}]; "from" and "to" are
// null where there is nothing, and "why" says why a volatile one differs.
std::string differencesJson(const ExchangeDifferences& differences);

// A line each, behind `indent`: "response.topics[0].errorCode: 0 -> 3". Volatile ones only `withVolatile`.
void printDifferences(const CommandContext& context, const ExchangeDifferences& differences, std::string_view indent,
                      bool withVolatile);

}  // namespace brokerscope
