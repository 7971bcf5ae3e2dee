#pragma once

#include "core/base/error.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

struct ApiFlags {
    bool clusterAction = false;  // only brokers and controllers may send it
    bool forwardable = false;    // a broker passes it on to the controller
};

// What a release says beside its definitions: error_codes.json, api_keys.json, features.json. What was added first
// wins, so add sources in order of precedence.
class ReleaseFacts {
public:
    // Errors: SchemaInvalid naming `file`.
    Result<void> addErrorCodes(std::string_view text, const std::string& file);
    Result<void> addApiKeys(std::string_view text, const std::string& file);
    Result<void> addFeatures(std::string_view text, const std::string& file);

    const std::vector<ErrorCodeInfo>& errorCodes() const { return m_errorCodes; }  // ascending by code
    const std::vector<FeatureLevelName>& featureLevels() const { return m_featureLevels; }
    const std::map<std::int16_t, ApiFlags>& apiFlags() const { return m_apiFlags; }

private:
    std::vector<ErrorCodeInfo> m_errorCodes;
    std::vector<FeatureLevelName> m_featureLevels;
    std::map<std::int16_t, ApiFlags> m_apiFlags;
};

}  // namespace brokerscope
