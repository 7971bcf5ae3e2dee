#pragma once

#include "core/collections/request_plan.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Reads the header lines of a request file into a plan, line by line. Borrows all of it.
class RequestHeaders {
public:
    RequestHeaders(const RequestFile& file, const VariableScope& scope, const PlanContext& context, RequestPlan& plan)
        : m_file(file), m_scope(scope), m_context(context), m_plan(plan) {}

    void read();
    // The line of a key, for remarks; null: the file has none.
    const HeaderLine* line(std::string_view key) const;
    void remark(std::size_t at, std::size_t size, const Error& error);

private:
    friend struct RequestKeyTable;
    // Each is given the line's value with its variables put in.
    Result<void> readName(const std::string& value);
    Result<void> readApi(const std::string& value);
    Result<void> readVersion(const std::string& value);
    Result<void> readTarget(const std::string& value);
    Result<void> readClientId(const std::string& value);
    Result<void> readRaw(const std::string& value);
    Result<void> readExpectation(const std::string& value);
    Result<void> readVariable(const std::string& value);
    Result<void> readRetry(const std::string& value);
    Result<void> readOnFailure(const std::string& value);
    Result<void> readHeaderField(const std::string& name, const std::string& value);

    void readLine(const HeaderLine& line, bool isSecondPass);
    void checkTogether();
    void makeConditions();
    void makeHeader();
    void noteUnknownKey(const HeaderLine& line);
    std::string apiNameOf(std::int16_t key) const;
    Result<std::int64_t> duration(const std::string& text) const;

    const RequestFile& m_file;
    const VariableScope& m_scope;
    const PlanContext& m_context;
    RequestPlan& m_plan;
    std::vector<HeaderLine> m_lines;
    std::set<std::string> m_seen;  // keys that came
    ConditionContext m_conditions;
    std::string m_headerJson;  // members so far
};

}  // namespace brokerscope
