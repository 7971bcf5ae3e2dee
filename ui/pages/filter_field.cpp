#include "ui/pages/filter_field.h"

#include "core/query/filter_completion.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QStandardItemModel>

namespace brokerscope {
namespace {

constexpr std::size_t kMostOffers = 30;
constexpr int kTextRole = Qt::UserRole + 1;

}  // namespace

FilterField::FilterField(const QString& placeholder, FilterVocabulary vocabulary, QWidget* parent)
    : SearchField(placeholder, parent)
    , m_vocabulary(std::move(vocabulary))
    , m_completer(new QCompleter(this))
    , m_items(new QStandardItemModel(this))
    , m_outline(new ProblemOutline(*this)) {
    m_completer->setModel(m_items);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setCompletionRole(kTextRole);
    m_completer->setWidget(this);
    connect(this, &QLineEdit::textEdited, this, &FilterField::offer);
    connect(m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& index) { insert(index.data(kTextRole).toString()); });
}

QStringList FilterField::offers() const {
    QStringList texts;
    for (int row = 0; row < m_items->rowCount(); ++row) {
        texts.append(m_items->index(row, 0).data(kTextRole).toString());
    }
    return texts;
}

// The language counts in bytes, the field in UTF-16 units.
void FilterField::offer() {
    const QByteArray text = this->text().toUtf8();
    const auto cursor = static_cast<std::size_t>(this->text().left(cursorPosition()).toUtf8().size());
    const FilterCompletion completion =
        completeFilter({text.constData(), static_cast<std::size_t>(text.size())}, cursor, m_vocabulary, kMostOffers);
    m_begin = static_cast<int>(QString::fromUtf8(text.left(static_cast<qsizetype>(completion.begin))).size());
    m_items->clear();
    for (const FilterOffer& one : completion.offers) {
        const QString offered = QString::fromStdString(one.text);
        const QString about = QString::fromStdString(one.about);
        auto* item = new QStandardItem(about.isEmpty() ? offered : QStringLiteral("%1  %2").arg(offered, about));
        item->setData(offered, kTextRole);
        m_items->appendRow(item);
    }
    const bool isTyped = cursor > completion.begin;
    if (m_items->rowCount() == 0 || !isTyped || !hasFocus()) {
        m_completer->popup()->hide();
        return;
    }
    QRect place = cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) + 30);
    m_completer->complete(place);
}

void FilterField::insert(const QString& text) {
    const QString before = this->text().left(m_begin) + text;
    setText(before + this->text().mid(cursorPosition()));
    setCursorPosition(static_cast<int>(before.size()));
    offer();
}

void FilterField::setProblem(const QString& problem) {
    m_outline->setProblem(problem);
}

QString quotedForFilter(const QString& text) {
    QString escaped = text;
    escaped.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
    return QLatin1Char('"') + escaped + QLatin1Char('"');
}

}  // namespace brokerscope
