#pragma once

#include "core/schema/schema_registry.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace brokerscope {

class Badge;
class ElidedLabel;
class VersionSlider;

// The top of a definition's page: what it is, at which version and of which release it is shown. GUI thread. The
// registry must outlive it.
class ReferenceHeader : public QWidget {
    Q_OBJECT

public:
    explicit ReferenceHeader(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // An API with its request and response (`api`), or one definition (null). Goes to `version` where the release has
    // it, else, and for -1, to the newest stable one.
    void setDefinitions(const ApiInfo* api, std::vector<std::string> definitions, int version);
    SchemaChoice choice() const;
    // Empty: the release has none.
    const VersionRange& versions() const { return m_versions; }
    int version() const;
    void setVersion(int version);
    void showNewestVersion();
    void setRelease(const QString& release);  // empty: all of them
    QString title() const;
    QString facts() const;
    // "unstable", "preview" or "deprecated", what holds for the version; empty: nothing.
    QString mark() const;

Q_SIGNALS:
    void versionChosen(int version);
    void releaseChosen();
    void composeWanted();

private:
    void setUpReleases();
    QLayout* makeTitleRow();
    QLayout* makeVersionRow();
    void takeRelease(int version);
    int newestVersion() const;
    void updateFacts();

    const SchemaRegistry& m_registry;
    const ApiInfo* m_api = nullptr;
    std::vector<std::string> m_definitions;
    VersionRange m_versions;
    QLabel* m_title = nullptr;
    Badge* m_mark = nullptr;
    ElidedLabel* m_facts = nullptr;
    QPushButton* m_compose = nullptr;
    VersionSlider* m_slider = nullptr;
    QLabel* m_version = nullptr;
    QComboBox* m_release = nullptr;
    ElidedLabel* m_story = nullptr;
};

}  // namespace brokerscope
