#pragma once

#include "core/value/value_tree.h"
#include "ui/inspector/bookmarks.h"
#include "ui/models/entity_names.h"
#include "ui/selection/selection_link.h"

#include <QWidget>
#include <memory>

class QAction;
class QMenu;
class QStackedWidget;

namespace brokerscope {

class BytesPane;
class EmptyPage;
class FieldTree;
class FindBar;
class JsonPane;
class OpenDocument;
class RecordsPane;
class SchemaRegistry;
class SegmentedControl;
class TitleBar;
class ValueTreeModel;
struct SearchHit;
enum class SearchMode : int;

// Tree, bytes and explanation of one message, joined both ways: a row frames its bytes, a byte opens and selects its
// deepest row; its records as a table. Finds text, hex and names of fields, and goes to offsets. The same widget on
// every page. GUI thread.
class Inspector : public QWidget {
    Q_OBJECT

public:
    enum class View { TreeAndHex, Json, Records };

    // The registry must outlive it.
    explicit Inspector(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void setDocument(std::shared_ptr<OpenDocument> document);  // null: as clear()
    const std::shared_ptr<OpenDocument>& document() const;
    std::shared_ptr<const ValueTree> tree() const;
    void clear();
    void setNames(const EntityNames& names);
    // The line above the views, left of their switch: what is shown, how it went and what more is known of it.
    TitleBar& titleBar() const { return *m_bar; }
    void setEmptyText(const QString& text);      // shown while there is no message
    void setEmptyAction(const QString& action);  // a button below it that does the next step; empty: none
    EmptyPage& emptyPage() const { return *m_empty; }
    void setView(View view);
    View view() const;

    SelectionLink* link() const { return m_link; }
    BytesPane& bytesPane() { return *m_bytes; }
    FieldTree& fieldTree() { return *m_tree; }
    RecordsPane& recordsPane() { return *m_records; }
    // Selects the field of that path; nothing happens where there is none.
    void goToPath(const QString& path);
    // Asks what to find, or for an offset to go to; nothing while there is no message.
    void find(SearchMode mode);
    // Sets a bookmark where the cursor is, or takes it away. The next message of the same kind keeps it.
    void toggleBookmark();
    void stepBookmark(bool backwards);  // to the next one, around the end
    const Bookmarks& bookmarks() const { return m_bookmarks; }
    // Secrets of this and of later messages are shown, or hidden again; at first they are hidden.
    void showSecrets(bool shown);
    bool showsSecrets() const;

Q_SIGNALS:
    // For the status line: path, offset and size of what is under the mouse; empty where there is nothing.
    void pathHovered(const QString& text);
    void emptyActionWanted();

private:
    void setUpViews();
    void setUpActions();
    void updateShownPage();
    void showHit(const SearchHit& hit);
    void goTo(const Bookmark& bookmark);
    void placeBookmarks();
    void showBookmarks();
    void listBookmarks();

    const SchemaRegistry& m_registry;
    SelectionLink* m_link = nullptr;
    ValueTreeModel* m_model = nullptr;
    FieldTree* m_tree = nullptr;
    BytesPane* m_bytes = nullptr;
    JsonPane* m_json = nullptr;
    RecordsPane* m_records = nullptr;
    FindBar* m_find = nullptr;
    QStackedWidget* m_stack = nullptr;
    SegmentedControl* m_switch = nullptr;
    TitleBar* m_bar = nullptr;
    EmptyPage* m_empty = nullptr;
    QAction* m_secrets = nullptr;
    QMenu* m_bookmarkMenu = nullptr;
    Bookmarks m_bookmarks;
};

}  // namespace brokerscope
