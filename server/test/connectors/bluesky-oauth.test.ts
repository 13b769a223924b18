import { openBoundFixture } from '../support/connectors/bluesky.ts'
import { testConnector } from '../support/connectors/suite.ts'

testConnector(await openBoundFixture())
