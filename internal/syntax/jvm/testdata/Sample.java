/* A program with all that Java can put between calls. "not(a string)" */
package com.example.sample;

import static java.util.Map.entry;

import java.util.*;
import java.util.function.*;

/** Not a call: {@code run("x")}. */
@SuppressWarnings({"unchecked", "raw" + "types"})
public class Sample<T extends Comparable<? super T>> extends Base implements Runnable, Supplier<Map<String, List<T[]>>> {
  private static final String KEY = "spark.\u0065xecutor." + "memory", OTHER = KEY;
  static final char QUOTE = '"', TICK = '\'', BACK = '\\', WIDE = '\u20ac', OCTAL = '\101';
  protected volatile int[] sizes[] = {{1, 2}, {size("a"), 3}}, none;
  final Map<String, Map<String, Integer>> nested = new HashMap<String, Map<String, Integer>>() {{ put("k", new TreeMap<>()); }};
  long shifted = 1L << 3 >>> 2 >> 1;
  double odd = 1., half = .5, exp = 1e-3, hex = 0x1.8p1, under = 1_000.0_1f;

  static { System.setProperty("a.b", "c\td\"e\\"); }
  { init(this.sizes); }

  enum Level implements Supplier<String> {
    LOW("low") { @Override public String get() { return lower("l"); } },
    @Deprecated HIGH("high", 2), PLAIN;
    private final String name;
    Level(String... names) { this.name = names.length > 0 ? names[0] : defaultName(); }
    Level(String name, int n) { this(name + n); }
    public String get() { return name; }
  }

  record Point<N>(int x, @Nullable N... more) implements Cloneable {
    Point { check(x > 0, "x"); }
    Point(String s) { this(Integer.parseInt(s)); }
    static Point<?> of(int value) { return new Point<>(value); }
  }

  sealed interface Shape permits Round, Square {}
  non-sealed interface Round extends Shape { default double area() throws Exception { return area(1); } double area(int n); }
  final class Square implements Shape {}

  @interface Option { String value() default "v"; int[] sizes() default {1, 2}; Class<?> type() default Object.class; }

  Sample(final String first, List<? extends T> @Nullable [] rest) throws Exception {
    super(first.trim(), rest);
    this.none = new int[size("b")];
  }

  @Override @Option(value = "o", sizes = {3}) public void run() {
    outer:
    for (int i = 0, n = count(); i < n && n > 0; i++, step(i)) {
      for (final String s : list("a", "b")) { if (s.isEmpty()) continue outer; else break outer; }
    }
    int record = 1, var = 2;
    record = var < record ? less(var) : more(record);
    var value = (Function<String, Integer> & java.io.Serializable) s -> Integer.parseInt(s);
    BiFunction<Integer, Integer, Integer> add = (a, b) -> { return plus(a, b); }, sub = (Integer a, final Integer b) -> minus(a, b);
    Supplier<List<String>> made = ArrayList<String>::new;
    IntFunction<int[]> arrays = int[]::new;
    Runnable r = super::toString, q = this::run, p = () -> {};
    Object cast = (Object) (String) name("n"), neg = (int) -1, par = (value) == null, sum = (var) + record;
    ((Runnable) cast).run();
    (new Sample<T>("x", null)).new Inner(1).call().<String>generic("g").get()[index(2)].last();
    List<String>[] lists = (List<String>[]) new List<?>[] {Collections.<String>emptyList(), List.of()};
    String text = """
        {"key": "value", \t"quote": \"""}
          two \
        lines\s
        end""", empty = """
        """;
    switch (kind(text)) {
      case 1: case 2: one("1"); break;
      case LOW: { low(); }
      default: other();
    }
    int n = switch (text) { case "a", "b" -> first(); case "c" -> { second(); yield third(); } default -> throw new IllegalStateException("none: " + text); };
    try (Reader in = open("in"); var out = open("out" + 1)) { in.copy(out); } catch (IllegalStateException | IllegalArgumentException e) { log(e); } finally { close(); }
    do { synchronized (this) { work(); } } while (!done());
    assert check(n > 1 && n < 3) : "assert" + n;
    if (cast instanceof String s && s.length() > 1 || cast instanceof Integer) use(cast); else if (n == 1) { } else unuse(cast);
    class Local<X> extends Sample<T> { Local() throws Exception { super(local(), null); } <Y> Y pick(X x) { return Sample.this.<Y>choose(x); } }
    label: while (true) { break label; }
    new Thread(() -> new Local<String>() { void inner() { hidden("h"); } }.pick(null)).start();
    int[] a = {1}, b = a.clone();
    a[0]++; ++a[index(0)]; a[0] >>= 1; a[0] >>>= shift(); boolean bit = a[0] >> 1 > b[0] & !flag() ^ ~n == 0;
    ;
    return;
  }

  <A, B extends A> Map<A, B> method(Map<A, ? extends List<B[]>> map, int... rest)[] throws RuntimeException, Error { return null; }
  abstract static class Part { abstract void part(String s); native int nat(); }
}
class Second { String s = "// not a comment", t = "/* nor */" /* "this" */ + ("" + 'x'); }
