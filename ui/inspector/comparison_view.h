#pragma once

#include "core/value/tree_difference.h"
#include "ui/models/pool_work.h"
#include "ui/selection/selection_link.h"

#include <QWidget>

#include <memory>
#include <vector>

class QSplitter;
class QTableView;

namespace brokerscope {

class BytesPane;
class ComparisonModel;
class ElidedLabel;
class OpenDocument;
class SchemaRegistry;
class TitleBar;
struct HexOptions;

// One side of a comparison.
struct ComparedMessage {
    QString title;  // "Metadata v12 response"
    std::shared_ptr<OpenDocument> document;
};

// Two messages side by side: a table of what they say differently, and the bytes of both with what differs marked. A
// row selects its field on both sides; a byte selects its row, and the field of the same path on the other side.
// Comparing runs on a thread of the pool. GUI thread.
class ComparisonView : public QWidget {
    Q_OBJECT

public:
    // The registry must outlive it and the work of the pool.
    explicit ComparisonView(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // The documents must not be null.
    void compare(ComparedMessage left, ComparedMessage right);
    bool isComparing() const { return m_work.isRunning(); }

    ComparisonModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }
    BytesPane& left() const { return *m_sides[0].bytes; }
    BytesPane& right() const { return *m_sides[1].bytes; }
    QString facts() const;  // "12 differences"
    void setHexOptions(const HexOptions& options);
    // Selects the next difference, around the end; or the one before.
    void step(bool backwards);

Q_SIGNALS:
    void pathHovered(const QString& text);

private:
    struct Side {
        std::unique_ptr<SelectionLink> link;
        BytesPane* bytes = nullptr;
        ComparedMessage message;
    };

    QWidget* makeSide(Side& side, const SchemaRegistry& registry);
    void setUpTable();
    void take(const TreeDifferences& found);
    void fitColumns();
    void showRow();
    void follow(std::size_t side, const LinkedSelection& selection);

    LatestWork m_work;
    ComparisonModel* m_model;
    QTableView* m_table;
    TitleBar* m_bar;
    std::vector<Side> m_sides;  // left, right
    bool m_isFollowing = false;
};

}  // namespace brokerscope
