import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One node of OpenSearch, with settings given as arguments such as `http.port=9200`, and the k-NN plug-in if its classes are
 * there. It ends with its standard input.
 */
public final class TestNode extends Node {
  private TestNode(Environment environment, List<Class<? extends Plugin>> plugins) {
    super(environment, plugins, false);
  }

  private static List<Class<? extends Plugin>> plugins() {
    List<Class<? extends Plugin>> plugins =
        new ArrayList<>(List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, MapperExtrasPlugin.class));
    try {
      plugins.add(Class.forName("org.opensearch.knn.plugin.KNNPlugin").asSubclass(Plugin.class));
    } catch (ClassNotFoundException without) {
      System.out.println("without k-NN");
    }
    return plugins;
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder();
    for (String argument : arguments) {
      String[] pair = argument.split("=", 2);
      if (pair[0].endsWith("seed_hosts") || pair[0].endsWith("manager_nodes")) settings.putList(pair[0], pair[1].split(","));
      else settings.put(pair[0], pair[1]);
    }
    Path home = Path.of(settings.get("path.home"));
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), home.resolve("config"), () -> "test");
    TestNode node = new TestNode(environment, plugins());
    node.start();
    System.out.println("started");
    while (System.in.read() != -1) continue;
    node.close();
    System.exit(0);
  }
}
