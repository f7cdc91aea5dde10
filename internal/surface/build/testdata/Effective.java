import java.io.File;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.Repository;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.building.DefaultModelBuildingRequest;
import org.apache.maven.model.building.ModelBuildingException;
import org.apache.maven.model.building.ModelBuildingRequest;
import org.apache.maven.model.building.ModelSource;
import org.apache.maven.model.building.StringModelSource;
import org.apache.maven.model.resolution.ModelResolver;
import org.apache.maven.model.resolution.UnresolvableModelException;

/** Prints what Maven makes of each pom.xml: the version of Beam's core, "-" for none, "?" for one it cannot tell. */
public class Effective {
  public static void main(String[] files) {
    for (String file : files) {
      DefaultModelBuildingRequest request = new DefaultModelBuildingRequest();
      request.setPomFile(new File(file));
      request.setValidationLevel(ModelBuildingRequest.VALIDATION_LEVEL_MINIMAL);
      request.setModelResolver(new Boms());
      System.out.println(core(request));
    }
  }

  @SuppressWarnings("deprecation")
  static String core(ModelBuildingRequest request) {
    try {
      Model model = new DefaultModelBuilderFactory().newInstance().build(request).getEffectiveModel();
      for (Dependency d : model.getDependencies()) {
        if (d.getArtifactId().equals("beam-sdks-java-core")) {
          return d.getVersion() == null || d.getVersion().contains("$") ? "?" : d.getVersion();
        }
      }
      return "-";
    } catch (ModelBuildingException e) {
      return "?";
    }
  }

  /** A bill of materials of any version manages the core at that version. */
  @SuppressWarnings("deprecation")
  static class Boms implements ModelResolver {
    public ModelSource resolveModel(String group, String artifact, String version) throws UnresolvableModelException {
      if (version.contains("$")) {
        throw new UnresolvableModelException("no version", group, artifact, version);
      }
      return new StringModelSource("<project><modelVersion>4.0.0</modelVersion><groupId>" + group + "</groupId><artifactId>" + artifact
          + "</artifactId><version>" + version + "</version><packaging>pom</packaging><dependencyManagement><dependencies><dependency><groupId>"
          + group + "</groupId><artifactId>beam-sdks-java-core</artifactId><version>" + version
          + "</version></dependency></dependencies></dependencyManagement></project>");
    }

    public ModelSource resolveModel(Parent p) throws UnresolvableModelException {
      return resolveModel(p.getGroupId(), p.getArtifactId(), p.getVersion());
    }

    public ModelSource resolveModel(Dependency d) throws UnresolvableModelException {
      return resolveModel(d.getGroupId(), d.getArtifactId(), d.getVersion());
    }

    public void addRepository(Repository r) {}

    public void addRepository(Repository r, boolean replace) {}

    public ModelResolver newCopy() {
      return this;
    }
  }
}
