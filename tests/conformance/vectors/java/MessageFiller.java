import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/**
 * Fills one message for one version as a plan says. Fields that the version lacks keep their defaults, since Kafka
 * refuses to write most of them.
 */
final class MessageFiller {
    /** What Kafka's JSON form of the filled message cannot give back: records, unknownTags, specials. */
    final Set<String> losses = new TreeSet<>();

    private final KafkaMessage kind;
    private final short version;
    private final FillPlan plan;
    private final RecordsSource records;

    MessageFiller(KafkaMessage kind, short version, FillPlan plan, RecordsSource records) {
        this.kind = kind;
        this.version = version;
        this.plan = plan;
        this.records = records;
    }

    Message fill() throws ReflectiveOperationException {
        Message message = kind.create();
        fill(message, kind.definition, "", 0);
        return message;
    }

    private void fill(Message object, StructDefinition struct, String prefix, int depth)
            throws ReflectiveOperationException {
        for (FieldDefinition field : struct.fields) {
            String path = prefix + field.name();
            if (!field.versions().contains(version)) {
                continue;
            }
            if (!plan.sets(field, path, field.isTagged(version)) && !field.needsValue(version)) {
                continue;
            }
            Method setter = setter(object.getClass(), field);
            boolean asNull = field.isNullable(version) && plan.picksNull(field);
            setter.invoke(object, asNull ? null : value(field, setter.getParameterTypes()[0], path, depth));
        }
        if (kind.flexibleVersions.contains(version)) {
            List<RawTaggedField> tags = plan.unknownTags(struct);
            object.unknownTaggedFields().addAll(tags);
            if (!tags.isEmpty()) {
                losses.add("unknownTags");
            }
        }
    }

    private Object value(FieldDefinition field, Class<?> parameter, String path, int depth)
            throws ReflectiveOperationException {
        if (!field.array()) {
            return element(field, parameter, path, depth);
        }
        // Arrays with map keys have a collection class of their own.
        @SuppressWarnings("unchecked")
        Collection<Object> array = parameter.isInterface() ? new ArrayList<>()
                : (Collection<Object>) parameter.getConstructor().newInstance();
        int length = plan.arrayLength(path, depth);
        for (int i = 0; i < length; i++) {
            array.add(element(field, byte[].class, path, depth));
        }
        return array;
    }

    private Object element(FieldDefinition field, Class<?> parameter, String path, int depth)
            throws ReflectiveOperationException {
        if (field.struct() == null) {
            return primitive(field.type(), parameter);
        }
        Class<?> type = Class.forName(kind.messageClass.getName() + "$" + field.type());
        Message element = (Message) type.getConstructor().newInstance();
        fill(element, field.struct(), path + ".", field.array() ? depth + 1 : depth);
        return element;
    }

    private Object primitive(String type, Class<?> parameter) throws ReflectiveOperationException {
        return switch (type) {
            case "bool" -> plan.bool();
            case "int8" -> (byte) plan.integer(8, true);
            case "int16" -> (short) plan.integer(16, true);
            case "uint16" -> (int) plan.integer(16, false);
            case "int32" -> (int) plan.integer(32, true);
            case "uint32" -> plan.integer(32, false);
            case "int64" -> plan.integer(64, true);
            case "float64" -> float64();
            case "string" -> plan.string();
            case "uuid" -> plan.uuid();
            case "bytes" -> parameter == ByteBuffer.class ? ByteBuffer.wrap(plan.bytes()) : plan.bytes();
            case "records" -> records();
            default -> throw new IllegalStateException("a field of type " + type);
        };
    }

    private double float64() {
        double value = plan.float64();
        if (!Double.isFinite(value)) {
            losses.add("specials");
        }
        return value;
    }

    private Object records() throws ReflectiveOperationException {
        int count = plan.recordCount();
        if (count > 0) {
            losses.add("records");
        }
        return records.records(count);
    }

    private static Method setter(Class<?> owner, FieldDefinition field) {
        String name = "set" + Character.toUpperCase(field.name().charAt(0)) + field.name().substring(1);
        for (Method method : owner.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == 1) {
                return method;
            }
        }
        throw new IllegalStateException(owner.getName() + " has no " + name);
    }
}
