#include "ui/inspector/save_bytes.h"

#include "ui/models/value_format.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace brokerscope {

QString saveToFile(ByteView bytes, const QString& path) {
    QSaveFile file(path);
    const auto size = static_cast<qint64>(bytes.size());
    const bool isWritten = file.open(QIODevice::WriteOnly) &&
                           file.write(reinterpret_cast<const char*>(bytes.data()), size) == size && file.commit();
    return isWritten
               ? QCoreApplication::translate("SaveBytes", "Saved %1 to %2.")
                     .arg(countText(bytes.size(), QCoreApplication::translate("SaveBytes", "byte"),
                                    QCoreApplication::translate("SaveBytes", "bytes")),
                          path)
               : QCoreApplication::translate("SaveBytes", "%1 could not be written: %2.").arg(path, file.errorString());
}

}  // namespace brokerscope
