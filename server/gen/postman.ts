import { ABOUT, API_VERSION } from '../src/http/openapi/document.ts'
import { type Operation, operations } from '../src/http/openapi/operations-list.ts'
import type { Output } from './output.ts'
import { buildRequest } from './postman/request.ts'
import { walkFolders } from './postman/walks.ts'

const BASE_URL = 'http://127.0.0.1:8080'
const NOTE = 'Generated from the endpoint declarations by `npm run gen`: change those, not this.'

/** Every operation as a working request, in folders, for Postman, newman, Bruno and Insomnia. */
export const postmanCollection: Output = {
  path: 'integrations/postman/quoin.postman_collection.json',
  content: () => {
    const seen = new Map<string, string>()
    const folders = [...Map.groupBy(operations, ({ resource }) => resource)].map(([resource, group]) => ({
      name: toFolderTitle(resource),
      item: group.toSorted(byLifecycle).map((operation) => buildRequest(operation, seen)),
    }))
    const item = [...walkFolders(seen), ...folders]
    return json({
      info: {
        name: 'Quoin',
        description: `${ABOUT}\n\n${HOW_TO}\n\n${NOTE}`,
        version: API_VERSION,
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
      variable: [{ key: 'baseUrl', value: BASE_URL }, ...[...seen].map(([key, value]) => ({ key, value }))],
      item,
    })
  },
}

const HOW_TO = `Set \`apiKey\` in the environment and send any request. With a test key (\`qk_test_...\`), every request returns its documented example and changes nothing. With a live key, start with the two walkthroughs: run a folder from its first request to its last. Requests store the ids of created and listed resources in variables, which later requests use.`

/** The two variables that differ between servers. */
export const postmanEnvironment: Output = {
  path: 'integrations/postman/quoin.postman_environment.json',
  content: () =>
    json({
      name: 'Quoin on this machine',
      values: [
        { key: 'baseUrl', value: BASE_URL, type: 'default', enabled: true },
        { key: 'apiKey', value: '', type: 'secret', enabled: true },
      ],
      _postman_variable_scope: 'environment',
    }),
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}

function toFolderTitle(resource: string): string {
  const text = resource.replaceAll('_', ' ').replace(/^api /, 'API ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Sorts creating requests first and deleting ones last, so that a folder can run from top to bottom. */
function byLifecycle(a: Operation, b: Operation): number {
  return rank(a) - rank(b)
}

function rank({ endpoint, verb }: Operation): number {
  if (endpoint.method === 'DELETE') return 2
  return verb === 'create' ? 0 : 1
}
