import os

import quoin_client
from quoin_client.exceptions import NotFoundException

configuration = quoin_client.Configuration(
    host=os.environ["QUOIN_BASE_URL"], access_token=os.environ["QUOIN_API_KEY"]
)
with quoin_client.ApiClient(configuration) as client:
    platforms = quoin_client.PlatformsApi(client).platforms_list()
    print("platforms", len(platforms.data))

    profiles = quoin_client.ProfilesApi(client)
    created = profiles.profiles_create(
        quoin_client.ProfileRequest(name="openapi-generator-python"), idempotency_key="create-with-pydantic"
    )
    print("created", created.name)

    read = profiles.profiles_get(created.id)
    print("read", read.name, str(read.external_ref is None).lower())

    try:
        profiles.profiles_get("prof_missing")
    except NotFoundException as failure:
        print("error", failure.data.status, failure.data.code)
