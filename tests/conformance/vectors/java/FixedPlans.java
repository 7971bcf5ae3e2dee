import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.Uuid;

/** The plans that use no chance. */
final class FixedPlans {
    private FixedPlans() {
    }

    /** Nothing set. */
    static final class Defaults extends FillPlan {
        @Override
        boolean sets(FieldDefinition field, String path, boolean tagged) {
            return false;
        }
    }

    /** Every nullable field null, the outermost ones first. */
    static final class Nulls extends FillPlan {
        @Override
        boolean picksNull(FieldDefinition field) {
            return true;
        }
    }

    /** Nullable arrays and structures present, so that nullable fields inside them are reached and null. */
    static final class NullsInside extends FillPlan {
        @Override
        boolean picksNull(FieldDefinition field) {
            return !field.array() && field.struct() == null;
        }
    }

    /** Arrays, strings and bytes present and empty. */
    static final class Empty extends FillPlan {
        @Override
        int arrayLength(String path, int depth) {
            return 0;
        }
    }

    /** Every integer at one end of its range. */
    static final class Extremes extends FillPlan {
        private final boolean highest;

        Extremes(boolean highest) {
            this.highest = highest;
        }

        @Override
        long integer(int bits, boolean signed) {
            return highest ? IntegerRange.highest(bits, signed) : IntegerRange.lowest(bits, signed);
        }

        @Override
        double float64() {
            return highest ? Double.MAX_VALUE : -Double.MAX_VALUE;
        }

        @Override
        boolean bool() {
            return highest;
        }

        @Override
        String string() {
            return highest ? "\uffff\udbff\udfff" : "\u0000";
        }

        @Override
        byte[] bytes() {
            return new byte[] {(byte) (highest ? 0xff : 0)};
        }

        @Override
        Uuid uuid() {
            return highest ? new Uuid(-1, -1) : new Uuid(0, 1);
        }
    }

    /** Strings and bytes around the lengths where the length prefix of the compact forms grows. */
    static final class Long extends FillPlan {
        private static final String[] UNITS = {"a", "\u00e9", "\u65e5", "\ud83d\ude80"};
        private int calls;

        @Override
        String string() {
            int size = 126 + calls++ % 4;
            String unit = UNITS[calls % UNITS.length];
            int unitSize = unit.getBytes(StandardCharsets.UTF_8).length;
            return unit.repeat(size / unitSize) + "z".repeat(size % unitSize);
        }

        @Override
        byte[] bytes() {
            byte[] bytes = new byte[126 + calls++ % 4];
            Arrays.fill(bytes, (byte) calls);
            return bytes;
        }
    }

    /** The first string or bytes field needs a compact length of three bytes. */
    static final class Huge extends FillPlan {
        private static final int SIZE = 16384;
        private boolean done;

        @Override
        String string() {
            return "h".repeat(nextSize());
        }

        @Override
        byte[] bytes() {
            return new byte[nextSize()];
        }

        private int nextSize() {
            int size = done ? 1 : SIZE;
            done = true;
            return size;
        }
    }

    /** One array of 130 elements, chosen by its path; what is not on the way to it stays small. */
    static final class Big extends FillPlan {
        private static final int LENGTH = 130;
        private final String bigPath;
        private int calls;

        Big(String bigPath) {
            this.bigPath = bigPath;
        }

        @Override
        boolean sets(FieldDefinition field, String path, boolean tagged) {
            return !tagged || bigPath.equals(path) || bigPath.startsWith(path + ".");
        }

        @Override
        int arrayLength(String path, int depth) {
            if (path.equals(bigPath)) {
                return LENGTH;
            }
            return bigPath.startsWith(path + ".") ? 1 : 0;
        }

        @Override
        long integer(int bits, boolean signed) {
            return calls++ % 100;
        }

        @Override
        String string() {
            return "n" + calls++ % 100;
        }

        @Override
        Uuid uuid() {
            return new Uuid(0, calls++ % 100);
        }
    }

    /** Not-a-number and the infinities, which Kafka prints in JSON as strings and cannot read back. */
    static final class Specials extends FillPlan {
        private static final double[] VALUES = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        private final int first;
        private int calls;

        Specials(int first) {
            this.first = first;
        }

        @Override
        double float64() {
            return VALUES[(first + calls++) % VALUES.length];
        }
    }
}
