import os

from quoin_client import AuthenticatedClient
from quoin_client.api.platforms import platforms_list
from quoin_client.api.profiles import profiles_create, profiles_get
from quoin_client.models import PlatformPage, Problem, ProfileRequest, ProfileResponse

client = AuthenticatedClient(base_url=os.environ["QUOIN_BASE_URL"], token=os.environ["QUOIN_API_KEY"])

platforms = platforms_list.sync(client=client)
assert isinstance(platforms, PlatformPage)
print("platforms", len(platforms.data))

created = profiles_create.sync(
    client=client, body=ProfileRequest(name="openapi-python-client"), idempotency_key="create-with-attrs"
)
assert isinstance(created, ProfileResponse)
print("created", created.name)

read = profiles_get.sync(created.id, client=client)
assert isinstance(read, ProfileResponse)
print("read", read.name, str(read.external_ref is None).lower())

missing = profiles_get.sync("prof_missing", client=client)
assert isinstance(missing, Problem)
print("error", missing.status, missing.code)
