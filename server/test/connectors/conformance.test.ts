import { blueskyFixture } from '../support/connectors/bluesky.ts'
import { mastodonFixture } from '../support/connectors/mastodon.ts'
import { sandboxFixture } from '../support/connectors/sandbox.ts'
import { holdToConnector } from '../support/connectors/suite.ts'

/** Every connector, held to the same promises; what is special about one stands in a test of its own. */
for (const fixture of [sandboxFixture, await blueskyFixture(), await mastodonFixture()]) holdToConnector(fixture)
