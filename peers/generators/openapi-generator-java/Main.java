import com.example.quoin.ApiClient;
import com.example.quoin.ApiException;
import com.example.quoin.api.PlatformsApi;
import com.example.quoin.api.ProfilesApi;
import com.example.quoin.model.Problem;
import com.example.quoin.model.ProfileRequest;

public final class Main {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("QUOIN_BASE_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("QUOIN_API_KEY")));

    var platforms = new PlatformsApi(client).platformsList(null, null, null, null);
    System.out.println("platforms " + platforms.getData().size());

    var profiles = new ProfilesApi(client);
    var created = profiles.profilesCreate(new ProfileRequest().name("openapi-generator-java"), "create-with-java", null, null);
    System.out.println("created " + created.getName());

    var read = profiles.profilesGet(created.getId(), null, null);
    System.out.println("read " + read.getName() + " " + (read.getExternalRef() == null));

    try {
      profiles.profilesGet("prof_missing", null, null);
    } catch (ApiException failure) {
      var problem = client.getObjectMapper().readValue(failure.getResponseBody(), Problem.class);
      System.out.println("error " + problem.getStatus() + " " + problem.getCode());
    }
  }
}
