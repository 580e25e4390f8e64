import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/** Runs Solr until it is killed: java -cp 'lib/*' Runner.java HOME PORT */
class Runner {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    new JettySolrRunner(arguments[0], JettyConfig.builder().setContext("/solr").setPort(port).build()).start();
    Thread.currentThread().join();
  }
}
