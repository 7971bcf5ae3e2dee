import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/**
 * Decides what {@link MessageFiller} puts into a message. The base class is the smallest legal message in which every
 * array has one element; each kind of vector overrides what makes it special.
 */
class FillPlan {
    /** Whether the field gets a value of this plan; otherwise it keeps its default wherever that is legal. */
    boolean sets(FieldDefinition field, String path, boolean tagged) {
        return true;
    }

    /** Asked only for fields that are nullable at the version. */
    boolean picksNull(FieldDefinition field) {
        return false;
    }

    int arrayLength(String path, int depth) {
        return 1;
    }

    /** A value of an integer type of {@code bits} bits, within its range. */
    long integer(int bits, boolean signed) {
        return 0;
    }

    double float64() {
        return 0.0;
    }

    boolean bool() {
        return false;
    }

    String string() {
        return "";
    }

    byte[] bytes() {
        return new byte[0];
    }

    Uuid uuid() {
        return Uuid.ZERO_UUID;
    }

    /** Records in the batch of a {@code records} field, 0 to 3. */
    int recordCount() {
        return 0;
    }

    /** Ascending by tag; asked only at flexible versions. */
    List<RawTaggedField> unknownTags(StructDefinition struct) {
        return List.of();
    }
}
