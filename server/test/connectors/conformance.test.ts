import { platforms } from '../../src/connectors/registry.ts'
import type { Fixture } from '../support/connectors/fixture.ts'
import { testConnector } from '../support/connectors/suite.ts'

/**
 * The same tests for every platform of the registry: the fixture of each stands in `support/connectors/`, in a file with its
 * name. What is special about one is tested in its own file.
 */
for (const { id } of platforms) {
  const { openFixture } = (await import(`../support/connectors/${id}.ts`)) as { openFixture: () => Promise<Fixture> }
  testConnector(await openFixture())
}
