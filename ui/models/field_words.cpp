#include "ui/models/field_words.h"

#include <QSet>
#include <QStringList>

namespace brokerscope {
namespace {

void collectFieldNames(const StructSpec& structure, QSet<QString>& names) {
    for (const FieldSpec& field : structure.fields) {
        names.insert(QString::fromStdString(field.name).toLower());
        if (field.structure != nullptr) {
            collectFieldNames(*field.structure, names);
        }
    }
}

}  // namespace

QString fieldWords(const StructSpec& structure) {
    QSet<QString> names;
    collectFieldNames(structure, names);
    return QStringList(names.begin(), names.end()).join(QLatin1Char(' '));
}

}  // namespace brokerscope
