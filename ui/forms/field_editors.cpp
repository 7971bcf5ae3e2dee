#include "ui/forms/field_editors.h"

#include "core/base/uuid.h"
#include "core/schema/default_value.h"
#include "ui/forms/bytes_editor.h"
#include "ui/forms/whole_number_box.h"
#include "ui/models/draft_model.h"
#include "ui/models/roles.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QStandardItemModel>
#include <array>

namespace brokerscope {
namespace {

using Edited = std::function<void()>;

QLineEdit* makeLine(QWidget* parent, const Edited& edited) {
    auto* line = new QLineEdit(parent);
    QObject::connect(line, &QLineEdit::textEdited, line, [edited] { edited(); });
    return line;
}

QWidget* makeInteger(QWidget* parent, const QModelIndex& index, const Edited& edited) {
    auto* box = new WholeNumberBox(index.data(LeastRole).toLongLong(), index.data(GreatestRole).toLongLong(), parent);
    QObject::connect(box, &WholeNumberBox::edited, box, [edited] { edited(); });
    return box;
}

QWidget* makeText(QWidget* parent, const QModelIndex& /*index*/, const Edited& edited) {
    return makeLine(parent, edited);
}

QWidget* makeUuid(QWidget* parent, const QModelIndex& /*index*/, const Edited& edited) {
    QLineEdit* line = makeLine(parent, edited);
    line->setPlaceholderText(QObject::tr("22 characters or 8-4-4-4-12 digits"));
    line->setProperty("isUuid", true);
    return line;
}

QWidget* makeBytes(QWidget* parent, const QModelIndex& /*index*/, const Edited& edited) {
    auto* editor = new BytesEditor(parent);
    QObject::connect(editor, &BytesEditor::edited, editor, [edited] { edited(); });
    return editor;
}

// Numbers that the list lacks can be typed: nothing is refused because we have no name for it.
QComboBox* makeCombo(QWidget* parent, const Edited& edited) {
    auto* combo = new QComboBox(parent);
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->completer()->setFilterMode(Qt::MatchContains);
    combo->completer()->setCompletionMode(QCompleter::PopupCompletion);
    QObject::connect(combo->lineEdit(), &QLineEdit::textEdited, combo, [edited] { edited(); });
    QObject::connect(combo, &QComboBox::activated, combo, [edited] { edited(); });
    return combo;
}

// Those of other versions are greyed and say why.
template <typename TextOf>
void addChoices(QComboBox& combo, const QModelIndex& index, TextOf textOf) {
    const auto* items = qobject_cast<QStandardItemModel*>(combo.model());
    for (const QVariant& entry : index.data(ChoicesRole).toList()) {
        const auto choice = entry.value<Choice>();
        combo.addItem(textOf(choice), choice.value);
        if (!choice.literal.isEmpty()) {
            QStandardItem* item = items->item(combo.count() - 1);
            item->setEnabled(false);
            item->setToolTip(choice.literal);
        }
    }
}

QWidget* makeEnumeration(QWidget* parent, const QModelIndex& index, const Edited& edited) {
    QComboBox* combo = makeCombo(parent, edited);
    addChoices(*combo, index,
               [](const Choice& choice) { return QStringLiteral("%1  %2").arg(choice.value).arg(choice.label); });
    combo->setProperty("isEnumeration", true);
    return combo;
}

// One of a few words; nothing is typed.
QWidget* makeListChoice(QWidget* parent, const QModelIndex& index, const Edited& edited) {
    auto* combo = new QComboBox(parent);
    addChoices(*combo, index, [](const Choice& choice) { return choice.label; });
    QObject::connect(combo, &QComboBox::activated, combo, [edited] { edited(); });
    return combo;
}

QWidget* makeEntity(QWidget* parent, const QModelIndex& index, const Edited& edited) {
    const auto* model = qobject_cast<const DraftModel*>(index.model());
    const QStringList names = model != nullptr ? model->offers().of(index.data(EntityRole).toString()) : QStringList();
    if (names.isEmpty()) {
        return index.data(LeastRole).isValid() ? makeInteger(parent, index, edited) : makeText(parent, index, edited);
    }
    QComboBox* combo = makeCombo(parent, edited);
    combo->addItems(names);
    return combo;
}

using Maker = QWidget* (*)(QWidget*, const QModelIndex&, const Edited&);
struct EditorEntry {
    EditorKind kind;
    Maker make;
};
constexpr std::array<EditorEntry, 8> kEditors{{{EditorKind::Integer, makeInteger},
                                               {EditorKind::Real, makeText},
                                               {EditorKind::Text, makeText},
                                               {EditorKind::Uuid, makeUuid},
                                               {EditorKind::Bytes, makeBytes},
                                               {EditorKind::Enumeration, makeEnumeration},
                                               {EditorKind::Entity, makeEntity},
                                               {EditorKind::ListChoice, makeListChoice}}};

}  // namespace

QWidget* makeFieldEditor(QWidget* parent, const QModelIndex& index, const Edited& edited) {
    const auto kind = static_cast<EditorKind>(index.data(EditorRole).toInt());
    const auto found =
        std::find_if(kEditors.begin(), kEditors.end(), [&](const auto& entry) { return entry.kind == kind; });
    if (found == kEditors.end()) {
        return nullptr;
    }
    QWidget* editor = found->make(parent, index, edited);
    editor->setAccessibleName(index.siblingAtColumn(TreeColumn::Field).data().toString());
    editor->setAutoFillBackground(true);
    return editor;
}

void fillFieldEditor(QWidget* editor, const QModelIndex& index) {
    const QVariant value = index.data(Qt::EditRole);
    if (auto* bytes = qobject_cast<BytesEditor*>(editor)) {
        bytes->setBytes(value.toByteArray());
    } else if (auto* combo = qobject_cast<QComboBox*>(editor)) {
        const bool isByData = combo->property("isEnumeration").toBool() || !combo->isEditable();
        const int at = isByData ? combo->findData(value) : combo->findText(value.toString());
        if (at >= 0) {
            combo->setCurrentIndex(at);
        } else {
            combo->setEditText(value.toString());
        }
    } else if (auto* box = qobject_cast<WholeNumberBox*>(editor)) {
        box->setValueText(value.toString());
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setText(value.toString());
    }
}

QVariant fieldEditorValue(const QWidget* editor) {
    if (const auto* bytes = qobject_cast<const BytesEditor*>(editor)) {
        const auto value = bytes->bytes();
        return value ? QVariant(*value) : QVariant();
    }
    if (const auto* combo = qobject_cast<const QComboBox*>(editor)) {
        if (!combo->isEditable()) {
            return combo->currentData();
        }
        const QString text = combo->currentText().trimmed();
        const int at = combo->findText(text);
        if (!combo->property("isEnumeration").toBool()) {
            return text;
        }
        // "3" and "3  UNKNOWN_TOPIC_OR_PARTITION" both say 3.
        const auto number = parseInteger(text.section(QLatin1Char(' '), 0, 0).toStdString());
        return at >= 0 ? combo->itemData(at) : number ? QVariant(qlonglong{*number}) : QVariant();
    }
    if (const auto* box = qobject_cast<const WholeNumberBox*>(editor)) {
        return box->value() ? QVariant(box->valueText()) : QVariant();
    }
    const auto* line = qobject_cast<const QLineEdit*>(editor);
    if (line == nullptr || !line->hasAcceptableInput()) {
        return {};
    }
    const bool isUnfinishedUuid = line->property("isUuid").toBool() && !Uuid::fromString(line->text().toStdString());
    return isUnfinishedUuid ? QVariant() : QVariant(line->text());
}

}  // namespace brokerscope
