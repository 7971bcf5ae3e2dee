#include "ui/inspector/inspector.h"

#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/field_tree.h"
#include "ui/inspector/fields_and_bytes.h"
#include "ui/inspector/find_bar.h"
#include "ui/inspector/json_pane.h"
#include "ui/inspector/records_pane.h"
#include "ui/models/open_document.h"
#include "ui/models/record_sets.h"
#include "ui/models/value_tree_model.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QAction>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace brokerscope {
namespace {

constexpr int kEmptyPage = 3;  // after the views

}  // namespace

Inspector::Inspector(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_link(new SelectionLink(this))
    , m_model(new ValueTreeModel(FieldTexts(registry), this))
    , m_tree(new FieldTree(*m_model, *m_link))
    , m_bytes(new BytesPane(registry, *m_link))
    , m_json(new JsonPane)
    , m_records(new RecordsPane(*m_link))
    , m_find(new FindBar)
    , m_stack(new QStackedWidget)
    , m_switch(new SegmentedControl({tr("Tree + hex"), tr("JSON"), tr("Records")}))
    , m_bar(new TitleBar)
    , m_empty(new EmptyPage({}, {}, tr("No message."), {})) {
    m_find->setTexts(FieldTexts(registry));
    setUpViews();
    setUpActions();
    clear();
}

void Inspector::setUpViews() {
    m_stack->addWidget(new FieldsAndBytes(m_tree, *m_bytes, m_bytes));
    m_stack->addWidget(m_json);
    m_stack->addWidget(m_records);
    m_stack->addWidget(m_empty);
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    connect(m_empty, &EmptyPage::actionWanted, this, &Inspector::emptyActionWanted);
    m_bar->addAfter(m_switch);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_find);
    m_switch->setAccessibleName(tr("View of the message"));
    connect(m_switch, &SegmentedControl::currentIndexChanged, this, [this] {
        updateShownPage();
        Q_EMIT pathHovered({});  // what was under the mouse is no longer seen
    });
    connect(m_bytes, &BytesPane::pathHovered, this, &Inspector::pathHovered);
    connect(m_bytes, &BytesPane::saved, this, &Inspector::pathHovered);
    connect(m_tree, &FieldTree::saveWanted, m_bytes, &BytesPane::saveBytes);
    connect(m_records, &RecordsPane::recordOpened, this, [this] { setView(View::TreeAndHex); });
    connect(m_bytes, &BytesPane::bufferShown, m_find, [this] {
        m_find->setDocument(document(), m_bytes->buffer());
        showBookmarks();
    });
    connect(m_find, &FindBar::found, this, &Inspector::showHit);
    connect(m_find, &FindBar::closed, m_tree, [this] { m_tree->setFocus(); });
    connect(m_link, &SelectionLink::selectionChanged, m_find,
            [this](const LinkedSelection& selection) { m_find->setPosition(selection); });
}

void Inspector::setUpActions() {
    // For the menus of tree and bytes; the keys are the window's, which calls find().
    const auto add = [this](const QString& text, SearchMode mode) {
        auto* action = new QAction(text, this);
        connect(action, &QAction::triggered, this, [this, mode] { find(mode); });
        m_tree->addAction(action);
        m_bytes->addAction(action);
    };
    add(tr("Find in message…"), SearchMode::Text);
    add(tr("Go to offset…"), SearchMode::Offset);
    m_bookmarkMenu = new QMenu(tr("Bookmarks"), this);
    connect(m_bookmarkMenu, &QMenu::aboutToShow, this, &Inspector::listBookmarks);
    m_tree->addAction(m_bookmarkMenu->menuAction());
    m_bytes->addAction(m_bookmarkMenu->menuAction());
    m_secrets = new QAction(tr("Show secrets"), this);
    m_secrets->setCheckable(true);
    m_secrets->setToolTip(tr("Passwords and other secrets are masked in the views, and in what is copied from them"));
    connect(m_secrets, &QAction::toggled, this, &Inspector::showSecrets);
    m_tree->addAction(m_secrets);
    m_bytes->addAction(m_secrets);
}

void Inspector::toggleBookmark() {
    const auto offset = m_bytes->place();
    const NodeRef node = document() != nullptr && offset ? document()->nodeAt(m_bytes->buffer(), *offset) : NodeRef();
    if (node.isValid()) {
        m_bookmarks.toggle(
            {document()->fullPath(node), *offset - node.span().offset, Bookmark::Place{m_bytes->buffer(), *offset}});
        showBookmarks();
    }
}

void Inspector::stepBookmark(bool backwards) {
    if (const Bookmark* next = m_bookmarks.next({m_bytes->buffer(), m_bytes->place().value_or(0)}, backwards)) {
        goTo(*next);
    }
}

void Inspector::goTo(const Bookmark& bookmark) {
    if (bookmark.place && document() != nullptr) {
        setView(View::TreeAndHex);
        m_link->select({{bookmark.place->buffer, bookmark.place->offset, 1}, std::nullopt}, this);
        m_bytes->hexView().goTo(bookmark.place->offset);
    }
}

void Inspector::placeBookmarks() {
    m_bookmarks.place([this](const std::string& path) -> std::optional<Bookmark::Place> {
        const NodeRef node = document() != nullptr ? document()->nodeOfPath(path) : NodeRef();
        return node.isValid() ? std::optional(Bookmark::Place{document()->partOf(node)->buffer, node.span().offset})
                              : std::nullopt;
    });
    showBookmarks();
}

void Inspector::showBookmarks() {
    m_bytes->hexView().setBookmarks(m_bookmarks.offsetsIn(m_bytes->buffer()));
}

void Inspector::listBookmarks() {
    m_bookmarkMenu->clear();
    m_bookmarkMenu->addAction(tr("Set here, or take away"), this, &Inspector::toggleBookmark);
    m_bookmarkMenu->addSeparator();
    for (const Bookmark& bookmark : m_bookmarks.all()) {
        const QString path = QString::fromStdString(bookmark.path);
        QAction* action = m_bookmarkMenu->addAction(
            bookmark.place ? tr("%1 · offset %2").arg(path).arg(bookmark.place->offset) : path, this,
            [this, bookmark] { goTo(bookmark); });
        action->setEnabled(bookmark.place.has_value());
    }
}

void Inspector::showSecrets(bool shown) {
    m_secrets->setChecked(shown);
    if (document() != nullptr) {
        document()->showSecrets(shown);
    }
}

bool Inspector::showsSecrets() const {
    return m_secrets->isChecked();
}

void Inspector::find(SearchMode mode) {
    if (tree() != nullptr) {
        setView(View::TreeAndHex);
        m_find->open(mode);
    }
}

void Inspector::setDocument(std::shared_ptr<OpenDocument> document) {
    const LinkedSelection before = m_link->selection();
    if (document != nullptr) {
        document->showSecrets(showsSecrets());
    }
    if (this->document() != nullptr) {
        disconnect(this->document().get(), nullptr, this, nullptr);
    }
    m_tree->showDocument(document);
    m_bytes->setDocument(document);
    if (document != nullptr) {
        connect(document.get(), &OpenDocument::opened, this, &Inspector::placeBookmarks);
    }
    placeBookmarks();
    m_json->setDocument(document);
    m_records->setDocument(document);
    // The same place in the next message stays selected; what it lacks is forgotten.
    const NodeRef same = document != nullptr ? document->nodeOf(before) : NodeRef();
    if (same.isValid()) {
        m_link->select(document->linkedTo(same), this);
    } else if (!before.isEmpty()) {
        m_link->clear(this);
    }
    updateShownPage();
}

const std::shared_ptr<OpenDocument>& Inspector::document() const {
    return m_model->document();
}

std::shared_ptr<const ValueTree> Inspector::tree() const {
    return m_model->tree();
}

void Inspector::clear() {
    setDocument(nullptr);
    m_link->clear(this);
}

void Inspector::setNames(const EntityNames& names) {
    m_model->setTexts(FieldTexts(m_registry, names));
    m_find->setTexts(FieldTexts(m_registry, names));
}

void Inspector::setEmptyText(const QString& text) {
    m_empty->setNextStep(text);
}

void Inspector::setEmptyAction(const QString& action) {
    m_empty->setAction(action);
}

void Inspector::setView(View view) {
    m_switch->setCurrentIndex(static_cast<int>(view));
}

Inspector::View Inspector::view() const {
    return static_cast<View>(m_switch->currentIndex());
}

void Inspector::updateShownPage() {
    const bool hasRecords = tree() != nullptr && mayHoldRecords(*tree());
    const bool lacksView = view() == View::Records && !hasRecords;
    const int shown = lacksView ? static_cast<int>(View::TreeAndHex) : m_switch->currentIndex();
    m_stack->setCurrentIndex(tree() == nullptr ? kEmptyPage : shown);
    m_switch->setEnabled(tree() != nullptr);
    m_switch->setItemEnabled(static_cast<int>(View::Records), hasRecords);
}

void Inspector::goToPath(const QString& path) {
    const QModelIndex index = m_model->indexOfPath(path);
    if (index.isValid()) {
        m_link->select(m_model->selectionOf(index), this);
    }
}

void Inspector::showHit(const SearchHit& hit) {
    if (hit.node.isValid()) {
        m_link->select(document()->linkedTo(hit.node), this);
    } else if (hit.length > 1) {
        m_bytes->hexView().selectRange(hit.place.offset, hit.length);
    } else {
        m_bytes->hexView().goTo(hit.place.offset);
    }
}

}  // namespace brokerscope
