import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/**
 * Prints what javac's parser sees in each file named on standard input: calls,
 * new objects, string constants, classes, methods and variables, with the byte
 * offsets of their places. A file that javac refuses prints "refused".
 */
public class Oracle {
  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    for (String path; (path = in.readLine()) != null; ) {
      out.println("file " + path);
      read(path, out);
    }
    out.flush();
  }

  static void read(String path, PrintStream out) throws IOException {
    String text = new String(Files.readAllBytes(Paths.get(path)), StandardCharsets.UTF_8);
    int[] bytes = new int[text.length() + 1];
    for (int i = 0, at = 0; i < text.length(); i++) {
      bytes[i] = at;
      char c = text.charAt(i);
      at += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
      bytes[i + 1] = at;
    }
    JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///X.java"), JavaFileObject.Kind.SOURCE) {
      @Override public CharSequence getCharContent(boolean ignore) { return text; }
    };
    DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
    JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
        .getTask(Writer.nullWriter(), null, faults, List.of("-proc:none", "-XDallowStringFolding=false"), null, List.of(file));
    CompilationUnitTree unit = task.parse().iterator().next();
    for (Diagnostic<?> d : faults.getDiagnostics()) {
      if (d.getKind() == Diagnostic.Kind.ERROR) {
        out.println("refused");
        return;
      }
    }
    SourcePositions where = Trees.instance(task).getSourcePositions();
    new TreeScanner<Void, Void>() {
      int method = -1;
      int start(Tree t) { int p = (int) where.getStartPosition(unit, t); return p < 0 ? -1 : bytes[p]; }
      int end(Tree t) { int p = (int) where.getEndPosition(unit, t); return p < 0 ? -1 : bytes[p]; }
      String between(Tree t, Tree u) {
        int from = (int) where.getStartPosition(unit, t), to = (int) where.getStartPosition(unit, u);
        return from < to ? text.substring(from, to) : "";
      }
      String last(Tree t) {
        String s = t.toString().replaceAll("<.*", "").replaceAll("@\\w+(\\([^)]*\\))? ", "");
        return s.substring(s.lastIndexOf('.') + 1);
      }
      @Override public Void visitMethodInvocation(MethodInvocationTree t, Void v) {
        ExpressionTree m = t.getMethodSelect();
        String name = m instanceof MemberSelectTree ? ((MemberSelectTree) m).getIdentifier().toString() : m.toString();
        if (start(t) >= 0 && !(name.equals("super") && end(t) <= start(t))) {
          out.println("call " + (end(m) - name.getBytes(StandardCharsets.UTF_8).length) + " " + name + " " + t.getArguments().size());
        }
        return super.visitMethodInvocation(t, v);
      }
      @Override public Void visitNewClass(NewClassTree t, Void v) {
        if (text.startsWith("new", (int) where.getStartPosition(unit, t))) {
          out.println("new " + start(t) + " " + last(t.getIdentifier()) + " " + t.getArguments().size());
        }
        return super.visitNewClass(t, v);
      }
      @Override public Void visitLiteral(LiteralTree t, Void v) {
        if (t.getKind() == Tree.Kind.STRING_LITERAL || t.getKind() == Tree.Kind.CHAR_LITERAL) {
          StringBuilder b = new StringBuilder();
          for (char c : t.getValue().toString().toCharArray()) {
            b.append(c > 32 && c < 127 && c != '%' ? String.valueOf(c) : String.format("%%%04x", (int) c));
          }
          out.println("string " + start(t) + " " + b);
        }
        return super.visitLiteral(t, v);
      }
      @Override public Void visitClass(ClassTree t, Void v) {
        if (t.getSimpleName().length() > 0) {
          out.println("class " + end(t) + " " + t.getSimpleName());
        }
        return super.visitClass(t, v);
      }
      @Override public Void visitMethod(MethodTree t, Void v) {
        if (end(t) >= 0 && !t.getName().contentEquals("<init>")) {
          out.println("method " + end(t) + " " + t.getName());
        }
        int around = method;
        method = start(t);
        super.visitMethod(t, v);
        method = around;
        return null;
      }
      @Override public Void visitVariable(VariableTree t, Void v) {
        boolean constant = t.getInitializer() instanceof NewClassTree && !between(t, t.getInitializer()).contains("=");
        if (!constant && start(t) >= method) { // javac repeats the parameters of a record
          out.println("variable " + t.getName());
        }
        return super.visitVariable(t, v);
      }
    }.scan(unit, null);
  }
}
