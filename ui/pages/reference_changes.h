#pragma once

#include "core/schema/schema_registry.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;

namespace brokerscope {

class FactTableView;
class SegmentedControl;

// What changed between two versions of an API or definition, or version by version: computed from the definitions, with
// our notes. GUI thread. The registry must outlive it.
class ReferenceChanges : public QWidget {
    Q_OBJECT

public:
    enum class View { VersionByVersion, BetweenTwo };

    explicit ReferenceChanges(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // An API's request and response, or one definition; the two versions are `version` and the one before it.
    void setDefinitions(std::vector<std::string> definitions, const VersionRange& versions, const SchemaChoice& choice,
                        int version);
    void setView(View view);
    void compare(int from, int to);  // also shows them
    FactTableView& table() const { return *m_table; }

private:
    void setUpChoice();
    void showChanges();

    const SchemaRegistry& m_registry;
    std::vector<std::string> m_definitions;
    VersionRange m_versions;
    SchemaChoice m_choice;
    SegmentedControl* m_view = nullptr;
    QWidget* m_pair = nullptr;  // the boxes of the two versions
    QComboBox* m_from = nullptr;
    QComboBox* m_to = nullptr;
    FactTableView* m_table = nullptr;
};

}  // namespace brokerscope
