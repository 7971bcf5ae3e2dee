#pragma once

#include "core/schema/schema_registry.h"
#include "ui/models/layout_tree_model.h"
#include "ui/models/reference_target.h"

#include <QWidget>

#include <string>
#include <vector>

class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace brokerscope {

class FactTableView;
class ReferenceChanges;
class ReferenceHeader;
class SegmentedControl;

// An API, or a definition that is none: its layout at a version, the same as grammar, what changed when, which release
// has it. What is not looked at is not made. GUI thread. The registry must outlive it.
class ReferenceDefinition : public QWidget {
    Q_OBJECT

public:
    enum class Tab : int { Layout, Grammar, Changes, Releases };

    explicit ReferenceDefinition(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // Of an API or a definition; without a number at the newest stable version.
    void showTarget(const ReferenceTarget& target);
    int version() const;
    void setVersion(int version);
    void stepVersion(int by);
    void showNewestVersion();
    // "" for all releases, "4.4.0" …, "preview"; one that has no version of it shows that.
    void setRelease(const QString& release);
    void setTab(Tab tab);
    Tab tab() const;
    LayoutTreeModel& layoutModel() const { return *m_layoutModel; }
    QTreeView& layoutView() const { return *m_layoutView; }
    ReferenceChanges& changes() const { return *m_changes; }
    FactTableView& releases() const { return *m_releases; }
    ReferenceHeader& header() const { return *m_header; }
    QString grammar() const;
    void copyGrammar() const;
    // Widths of the layout's columns.
    QByteArray columnState() const;
    void restoreColumnState(const QByteArray& state);

Q_SIGNALS:
    void composeWanted(int apiKey, int version);
    void versionShown(int version);

private:
    QWidget* makeGrammar();
    void setUpLayoutView();
    void setUpConnections();
    void showVersion();
    void showTab();
    void showLayouts();
    void showGrammar();
    void compose();
    SchemaChoice choice() const;
    std::vector<LayoutSection> sections() const;
    void addSection(std::vector<LayoutSection>& sections, const QString& title,
                    const Result<std::shared_ptr<const MessageLayout>>& layout, const QString& facts) const;

    const SchemaRegistry& m_registry;
    ReferenceTarget m_target;
    const ApiInfo* m_api = nullptr;          // null: a definition that is none
    std::vector<std::string> m_definitions;  // request and response, or the one
    ReferenceHeader* m_header = nullptr;
    SegmentedControl* m_tabs = nullptr;
    QStackedWidget* m_stack = nullptr;
    LayoutTreeModel* m_layoutModel = nullptr;
    QTreeView* m_layoutView = nullptr;
    QPlainTextEdit* m_grammar = nullptr;
    ReferenceChanges* m_changes = nullptr;
    FactTableView* m_releases = nullptr;
};

}  // namespace brokerscope
