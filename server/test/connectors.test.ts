import { blueskyFixture } from './connectors/bluesky.ts'
import { mastodonFixture } from './connectors/mastodon.ts'
import { sandboxFixture } from './connectors/sandbox.ts'
import { holdToConnector } from './connectors/suite.ts'

/** Every connector, held to the same promises; what is special about one stands in a test of its own. */
for (const fixture of [sandboxFixture, await blueskyFixture(), await mastodonFixture()]) holdToConnector(fixture)
