#include "ui/forms/blob_editor.h"

#include "ui/models/byte_arrays.h"
#include "ui/models/draft_blob.h"
#include "ui/models/value_format.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/segmented_control.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QToolButton>

#include <array>

namespace brokerscope {
namespace {

constexpr std::array kForms{BytesEditor::Form::Text, BytesEditor::Form::Hex, BytesEditor::Form::Base64};
enum FormItem : int { TextItem, HexItem };
constexpr qsizetype kShownOfLong = 4096;  // bytes

}  // namespace

BlobEditor::BlobEditor(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel(name, this))
    , m_form(new SegmentedControl({tr("Text"), tr("Hex"), tr("Base64")}, this))
    , m_null(new QCheckBox(tr("null"), this))
    , m_file(new QToolButton(this))
    , m_size(new QLabel(this))
    , m_text(new QPlainTextEdit(this)) {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(Metrics::Margin, 0, Metrics::Spacing / 2, 0);
    for (QWidget* widget : {static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_size)}) {
        head->addWidget(widget);
    }
    head->addStretch(1);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_null), static_cast<QWidget*>(m_form), static_cast<QWidget*>(m_file)}) {
        head->addWidget(widget);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Metrics::Spacing / 2, 0, 0);
    layout->setSpacing(Metrics::Spacing / 2);
    layout->addLayout(head);
    layout->addWidget(m_text, 1);
    setUpHead();
    setUpText();
    showBytes();
}

void BlobEditor::setUpHead() {
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    m_name->setBuddy(m_text);
    m_size->setForegroundRole(QPalette::PlaceholderText);
    m_null->setAccessibleName(tr("%1 is null").arg(m_name->text()));
    m_form->setAccessibleName(tr("How the %1 is written").arg(m_name->text().toLower()));
    m_file->setIcon(icon(QStringLiteral("open")));
    m_file->setAutoRaise(true);
    m_file->setFocusPolicy(Qt::TabFocus);
    m_file->setAccessibleName(tr("Take the %1 from a file").arg(m_name->text().toLower()));
    m_file->setToolTip(m_file->accessibleName());
    connect(m_null, &QCheckBox::clicked, this, &BlobEditor::setNull);
    connect(m_file, &QToolButton::clicked, this, &BlobEditor::takeFile);
    connect(m_form, &SegmentedControl::currentIndexChanged, this, [this] {
        if (!m_isShowing) {
            m_isFormChosen = true;
            showBytes();
        }
    });
}

void BlobEditor::setUpText() {
    followMonospaceFont(*m_text);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(m_name->text());
    m_text->setTabChangesFocus(true);
    m_text->setUndoRedoEnabled(false);
    m_text->installEventFilter(this);
    connect(m_text, &QPlainTextEdit::textChanged, this, &BlobEditor::takeText);
}

bool BlobEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

BytesEditor::Form BlobEditor::form() const {
    return kForms[static_cast<std::size_t>(std::max(0, m_form->currentIndex()))];
}

void BlobEditor::setBytes(const QVariant& bytes) {
    const bool same = bytes.isValid() == m_bytes.isValid() && bytes.toByteArray() == m_bytes.toByteArray();
    if (!same) {
        m_bytes = bytes;
        showBytes();
    }
}

// A text document changes some line ends and spaces.
bool BlobEditor::staysAsText() const {
    if (isLong()) {
        return false;
    }
    const QByteArray bytes = m_bytes.toByteArray();
    static constexpr std::array kChanged{u'\r', u'\u00a0', u'\u2028', u'\u2029', u'\ufdd0', u'\ufdd1'};
    const QString text = QString::fromUtf8(bytes);
    return isReadableText(viewOf(bytes)) &&
           std::ranges::none_of(kChanged, [&text](char16_t changed) { return text.contains(QChar(changed)); });
}

void BlobEditor::showBytes() {
    const QScopedValueRollback showing(m_isShowing, true);
    const bool isNull = !m_bytes.isValid();
    const bool isText = staysAsText();
    m_form->setItemEnabled(TextItem, isText);
    if (!isText && form() == BytesEditor::Form::Text) {
        m_form->setCurrentIndex(HexItem);
    } else if (isText && !m_isFormChosen) {
        m_form->setCurrentIndex(TextItem);
    }
    m_null->setChecked(isNull);
    m_text->setReadOnly(isLong());
    m_text->setPlainText(isLong()
                             ? BytesEditor::written(m_bytes.toByteArray().first(kShownOfLong), form()) + QChar(0x2026)
                             : BytesEditor::written(m_bytes.toByteArray(), form()));
    m_text->setPlaceholderText(isNull ? tr("null: type to make it a value") : tr("empty: 0 bytes"));
    m_size->setText(isNull
                        ? QStringLiteral("null")
                        : countText(static_cast<std::uint64_t>(m_bytes.toByteArray().size()), tr("byte"), tr("bytes")));
    if (isLong()) {
        m_size->setText(tr("%1, too many to be edited here").arg(m_size->text()));
    }
}

void BlobEditor::takeText() {
    if (m_isShowing || isLong()) {
        return;
    }
    const auto read = BytesEditor::read(m_text->toPlainText(), form());
    if (!read) {
        m_size->setText(tr("not %1 yet").arg(m_form->items().at(m_form->currentIndex()).toLower()));
        return;
    }
    m_bytes = read->isNull() ? QByteArray("") : *read;
    m_null->setChecked(false);
    m_form->setItemEnabled(TextItem, staysAsText());
    m_size->setText(countText(static_cast<std::uint64_t>(read->size()), tr("byte"), tr("bytes")));
    Q_EMIT edited(m_bytes);
}

void BlobEditor::takeFile() {
    QString failure;
    const auto bytes = BytesEditor::askForFile(this, failure);
    if (!failure.isEmpty()) {
        Q_EMIT refused(failure);
    }
    if (bytes) {
        setBytes(*bytes);
        Q_EMIT edited(m_bytes);
    }
}

void BlobEditor::setNull(bool null) {
    setBytes(null ? QVariant() : QVariant(QByteArray("")));
    Q_EMIT edited(m_bytes);
}

}  // namespace brokerscope
