#include "ui/pages/request_pane.h"

#include "core/codec/decoder.h"
#include "core/codec/frame_size.h"
#include "ui/forms/draft_form.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/field_tree.h"
#include "ui/inspector/fields_and_bytes.h"
#include "ui/inspector/node_link.h"
#include "ui/models/open_document.h"
#include "ui/models/value_tree_model.h"
#include "ui/pages/frame_reading.h"
#include "ui/pages/records_window.h"
#include "ui/pages/titled_panel.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/segmented_control.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>

namespace brokerscope {

namespace {

enum Mode : int { FormMode, BytesMode };

// Nothing is hidden of what is being written.
std::shared_ptr<OpenDocument> ownDocument(const ReadingContext& context, std::shared_ptr<const ValueTree> frame) {
    auto document = std::make_shared<OpenDocument>(std::move(frame), context.document());
    document->showSecrets(true);
    return document;
}

}  // namespace

RequestPane::RequestPane(const ReadingContext& context, DraftModel& draft, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_draft(draft)
    , m_form(new DraftForm(draft, this))
    , m_readModel(new ValueTreeModel(FieldTexts(context.registry()), this))
    , m_read(new FieldTree(*m_readModel, m_link, this))
    , m_left(new QStackedWidget(this))
    , m_mode(new SegmentedControl({tr("Form"), tr("Bytes")}, this))
    , m_bytes(new BytesPane(context.registry(), m_link, this))
    , m_messages(new MessageBar(this)) {
    setUpLeft();
    setUpBytes();
    setUpByteEditing();
    auto* box = new QFrame(this);
    box->setFrameShape(QFrame::StyledPanel);
    auto* boxLayout = new QVBoxLayout(box);
    boxLayout->setContentsMargins(1, 1, 1, 1);
    boxLayout->setSpacing(0);
    boxLayout->addWidget(m_bytes, 1);
    boxLayout->addWidget(m_byteTools);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing / 2);
    layout->addWidget(m_messages);
    layout->addWidget(new FieldsAndBytes(m_leftPanel, *m_bytes, box, this), 1);
}

void RequestPane::setUpLeft() {
    m_left->addWidget(m_form);
    m_left->addWidget(m_read);
    m_leftPanel = new TitledPanel(tr("Request"), m_left, this);
    m_leftPanel->addToTitle(m_mode);
    m_mode->setAccessibleName(tr("What is edited"));
    connect(m_mode, &SegmentedControl::currentIndexChanged, this,
            [this](int mode) { setEditingBytes(mode == BytesMode); });
    connect(&m_draft, &DraftModel::draftChanged, this, &RequestPane::showPreview);
    connect(&m_draft, &DraftModel::versionChanged, this, &RequestPane::showPreview);
    connect(&m_draft, &QAbstractItemModel::modelReset, this, &RequestPane::showPreview);
    connect(m_form, &DraftForm::rowSelected, this,
            [this](const NodeRef& node) { m_link.select(linkedTo(node), m_form); });
    connect(m_form, &DraftForm::rowHovered, this,
            [this](const NodeRef& node) { m_link.hover(linkedTo(node), m_form); });
    connect(m_form, &DraftForm::recordsWanted, this, [this](const QModelIndex& field) { records().edit(field); });
}

RecordsWindow& RequestPane::records() {
    if (m_records == nullptr) {
        m_records = new RecordsWindow(m_context, m_draft, this);
        m_records->bytes().hexView().setOptions(m_bytes->hexView().options());
        connect(&m_records->bytes(), &BytesPane::optionsChosen, m_bytes, &BytesPane::optionsChosen);
    }
    return *m_records;
}

void RequestPane::setUpBytes() {
    m_bytes->setTitle(tr("Request bytes"));
    connect(m_bytes, &BytesPane::pathHovered, this, &RequestPane::pathHovered);
    connect(&m_bytes->hexView(), &HexView::byteEdited, this, &RequestPane::replaceByte);
    connect(&m_link, &SelectionLink::selectionChanged, this, &RequestPane::followLink);
}

void RequestPane::setUpByteEditing() {
    m_byteTools = new QWidget(this);
    auto* layout = new QHBoxLayout(m_byteTools);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing / 2, Metrics::Margin, Metrics::Spacing / 2);
    const auto add = [this, layout](const QString& text, const QString& iconName, const QKeySequence& shortcut,
                                    void (RequestPane::*handler)()) {
        auto* button = new QPushButton(icon(iconName), text, m_byteTools);
        button->setToolTip(shortcut.isEmpty() ? text : tr("%1 (%2)").arg(text, shortcut.toString()));
        connect(button, &QPushButton::clicked, this, handler);
        layout->addWidget(button);
        if (!shortcut.isEmpty()) {
            auto* action = new QAction(text, m_bytes);
            action->setShortcut(shortcut);
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
            connect(action, &QAction::triggered, this, handler);
            action->setEnabled(false);
            connect(this, &RequestPane::editingBytesChanged, action, &QAction::setEnabled);
            m_bytes->addAction(action);
        }
    };
    add(tr("Insert byte"), QStringLiteral("add"), Qt::Key_Insert, &RequestPane::insertByte);
    add(tr("Delete bytes"), QStringLiteral("delete"), Qt::Key_Delete, &RequestPane::deleteBytes);
    add(tr("Set size prefix"), QStringLiteral("bytes"), {}, &RequestPane::setSizePrefix);
    layout->addStretch(1);
    m_byteTools->hide();
}

void RequestPane::setEditingBytes(bool editing) {
    if (editing == isEditingBytes()) {
        return;
    }
    if (editing) {
        editFrame(frame());
    } else {
        leaveBytes();
    }
}

bool RequestPane::hasOwnBytes() const {
    const auto preview = m_draft.preview();
    return isEditingBytes() && (preview == nullptr || *preview->bytes != *m_frame);
}

void RequestPane::leaveBytes() {
    if (!hasOwnBytes()) {
        dropBytes();
        return;
    }
    FrameReading reading = readFrame(m_context.registry(), m_frameTree, m_draft);
    if (reading.loss.isEmpty()) {
        takeOver(std::move(reading));
    } else {
        ask(reading);
    }
}

void RequestPane::takeOver(FrameReading reading) {
    showForm();
    const bool isSameApi = !m_draft.isEmpty() && m_draft.body().spec->apiKey.value_or(-1) == reading.apiKey;
    if (isSameApi) {
        m_draft.adopt(std::move(reading.drafts->header), std::move(reading.drafts->body), reading.version);
    } else {
        Q_EMIT otherRequestRead(reading.apiKey, reading.version,
                                std::make_shared<DraftPair>(std::move(*reading.drafts)));
    }
}

// Two ways, and nothing is lost until one is chosen.
void RequestPane::ask(const FrameReading& reading) {
    m_mode->setCurrentIndex(BytesMode);
    const bool canKeep = reading.drafts.has_value();
    m_messages->showMessage(StatusKind::Warning, reading.loss,
                            canKeep ? tr("The form can take over all but that.")
                                    : tr("The form can only be as it was before the bytes were edited."));
    connect(m_messages->addAction(tr("Stay with the bytes")), &QPushButton::clicked, m_messages, &MessageBar::clear);
    QPushButton* leave = m_messages->addAction(canKeep ? tr("Go to the form") : tr("Drop the edited bytes"));
    connect(leave, &QPushButton::clicked, this, [this, canKeep] {
        FrameReading again;
        if (m_frameTree != nullptr && canKeep) {
            again = readFrame(m_context.registry(), m_frameTree, m_draft);
        }
        again.drafts ? takeOver(std::move(again)) : dropBytes();
    });
}

void RequestPane::dropBytes() {
    if (isEditingBytes()) {
        showForm();
    }
}

void RequestPane::showForm() {
    m_frame.reset();
    m_frameTree.reset();
    m_messages->clear();
    m_mode->setCurrentIndex(FormMode);
    m_left->setCurrentWidget(m_form);
    m_leftPanel->setRemark({});
    m_byteTools->hide();
    m_bytes->hexView().setEditing(false);
    showPreview();
    Q_EMIT editingBytesChanged(false);
}

std::shared_ptr<const ValueTree> RequestPane::decoded(ByteBuffer frame) const {
    return decodeRequestFrame(m_context.registry(), std::make_shared<const ByteBuffer>(std::move(frame)), {},
                              m_context.limits());
}

void RequestPane::editFrame(ByteBuffer frame) {
    editFrame(decoded(std::move(frame)));
}

void RequestPane::editFrame(const std::shared_ptr<const ValueTree>& frame) {
    const bool wasEditing = isEditingBytes();
    showFrame(frame);
    m_mode->setCurrentIndex(BytesMode);
    m_left->setCurrentWidget(m_read);
    m_leftPanel->setRemark(tr("what the bytes say; they are sent as they are"));
    m_byteTools->show();
    m_bytes->hexView().setEditing(true);
    if (!wasEditing) {
        Q_EMIT editingBytesChanged(true);
    }
}

ByteBuffer RequestPane::frame() const {
    if (m_frame) {
        return *m_frame;
    }
    const auto preview = m_draft.preview();
    return preview ? *preview->bytes : ByteBuffer{};
}

void RequestPane::replaceByte(std::uint64_t offset, std::uint8_t value) {
    if (m_frame && offset < m_frame->size()) {
        ByteBuffer changed = *m_frame;
        changed[offset] = value;
        showFrame(std::move(changed));
    }
}

void RequestPane::insertByte() {
    if (!m_frame) {
        return;
    }
    ByteBuffer changed = *m_frame;
    const std::uint64_t cursor = m_bytes->hexView().selection().cursor();
    const std::uint64_t at = std::min<std::uint64_t>(cursor + 1, changed.size());
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), 0);
    showFrame(std::move(changed));
    m_bytes->hexView().goTo(at);
}

void RequestPane::deleteBytes() {
    const HexSelection selected = m_bytes->hexView().selection();
    if (!m_frame || selected.isEmpty()) {
        return;
    }
    ByteBuffer changed = *m_frame;
    const auto first = changed.begin() + static_cast<std::ptrdiff_t>(selected.first());
    changed.erase(first, first + static_cast<std::ptrdiff_t>(selected.length()));
    showFrame(std::move(changed));
}

void RequestPane::setSizePrefix() {
    if (!m_frame || m_frame->size() < kFrameSizeBytes) {
        return;
    }
    ByteBuffer changed = *m_frame;
    const auto size = static_cast<std::uint32_t>(changed.size() - kFrameSizeBytes);
    for (std::size_t i = 0; i < kFrameSizeBytes; ++i) {
        changed[i] = static_cast<std::uint8_t>(size >> (8 * (kFrameSizeBytes - 1 - i)));
    }
    showFrame(std::move(changed));
}

void RequestPane::showPreview() {
    if (!isEditingBytes()) {
        const auto preview = m_draft.preview();
        m_bytes->setDocument(preview != nullptr ? ownDocument(m_context, preview) : nullptr);
    }
}

void RequestPane::showFrame(ByteBuffer frame) {
    showFrame(decoded(std::move(frame)));
}

void RequestPane::showFrame(const std::shared_ptr<const ValueTree>& frame) {
    m_frame = frame->bytes;
    m_frameTree = frame;
    m_messages->clear();
    const auto document = ownDocument(m_context, frame);
    m_read->showDocument(document);
    m_bytes->setDocument(document);
}

void RequestPane::followLink(const LinkedSelection& selection, const QObject* origin) {
    if (origin == m_form || isEditingBytes()) {
        return;
    }
    const QModelIndex index = m_draft.indexOf(nodeOf(m_draft.preview(), selection));
    if (index.isValid()) {
        m_form->goTo(index.data(Role::PathRole).toString());
    }
}

}  // namespace brokerscope
