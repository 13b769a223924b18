import { blueskyFixture } from '../support/connectors/bluesky.ts'
import { mastodonFixture } from '../support/connectors/mastodon.ts'
import { sandboxFixture } from '../support/connectors/sandbox.ts'
import { testConnector } from '../support/connectors/suite.ts'

/** The same tests for every connector. What is special about one is tested in its own file. */
for (const fixture of [sandboxFixture, await blueskyFixture(), await mastodonFixture()]) testConnector(fixture)
