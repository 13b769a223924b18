import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accessTable } from './access.ts'
import { cliResources, cliTable } from './cli.ts'
import { cliReference } from './cli-reference.ts'
import { configurationPage } from './configuration.ts'
import { endpointsPage } from './endpoints.ts'
import { errorsPage } from './errors.ts'
import { eventsPage } from './events.ts'
import { n8nEvents, n8nNode } from './n8n.ts'
import { openapiJson } from './openapi.ts'
import { operationsFile } from './operations.ts'
import type { Output } from './output.ts'
import { platformsPage } from './platforms.ts'
import { postmanCollection, postmanEnvironment } from './postman.ts'
import { pythonFiles } from './python.ts'
import { schemaDump } from './schema.ts'
import { sdkTable } from './sdk-table.ts'
import { sdkErrors, sdkTypes } from './sdk-types.ts'
import { toolsPage } from './tools.ts'

/** Files that `npm run gen` writes. `npm run gen -- --check` fails if one is out of date. */
const outputs: readonly Output[] = [
  openapiJson,
  endpointsPage,
  errorsPage,
  eventsPage,
  configurationPage,
  platformsPage,
  toolsPage,
  accessTable,
  operationsFile,
  sdkTable,
  sdkTypes,
  sdkErrors,
  postmanCollection,
  postmanEnvironment,
  ...pythonFiles,
  cliTable,
  cliResources,
  n8nNode,
  n8nEvents,
  cliReference,
  schemaDump,
]

/** Keeps generated files out of diffs and language statistics. */
const attributes: Output = {
  path: '.gitattributes',
  content: async () => {
    const lines = outputs.map(({ path }) => `${path} linguist-generated`)
    return `# Written by \`npm run gen\`.\n${lines.toSorted().join('\n')}\n`
  },
}

const root = join(import.meta.dirname, '../..')
const written = await Promise.all(
  [...outputs, attributes].map(async ({ path, content }) => ({ path, text: await content() })),
)
const stale = written.filter(({ path, text }) => read(join(root, path)) !== text)

if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    const list = stale.map(({ path }) => `  ${path}`).join('\n')
    process.stderr.write(`These generated files are out of date:\n${list}\nRun \`npm run gen\` and commit them.\n`)
    process.exit(1)
  }
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`wrote ${path}\n`)
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
