import { randomUUID } from 'node:crypto'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Modules that the overrides of package.json leave out. They are never called here, but n8n-core imports them when it is
 * loaded.
 */
const ABSENT =
  /^(@langchain\/core|@n8n\/workflow-sdk|@sentry\/|@azure\/|@aws-sdk\/client-s3|isolated-vm|quickjs-emscripten)/
const EMPTY = new URL('absent.cjs', import.meta.url).href
const SOURCE = 'module.exports = new Proxy(class {}, { get: (it, name) => (name in it ? it[name] : class {}) })'

registerHooks({
  resolve: (specifier, context, next) =>
    ABSENT.test(specifier) ? { url: EMPTY, format: 'commonjs', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === EMPTY ? { format: 'commonjs', source: SOURCE, shortCircuit: true } : next(url, context),
})

type Json = Record<string, unknown>

export interface Item {
  readonly json: Json
  readonly binary?: Readonly<Record<string, { readonly mimeType: string }>>
  readonly error?: Error
}

export interface Credentials {
  readonly baseUrl: string
  readonly apiKey: string
}

/**
 * Returns a function that runs the built node once, with n8n's own routing of declarative nodes, its expressions and its HTTP
 * client.
 */
export function createExecutor(folder: string, credentials: Credentials) {
  // Without this, n8n would create a folder in the user's home.
  Object.assign(process.env, { N8N_USER_FOLDER: folder, N8N_ENCRYPTION_KEY: 'a key for tests' })
  const { RoutingNode } = require('n8n-core/dist/execution-engine/routing-node.js')
  const { ExecuteContext } = require('n8n-core/dist/execution-engine/node-execution-context/index.js')
  const { Workflow } = require('n8n-workflow')
  const { Quoin } = require(join(folder, 'dist/nodes/Quoin/Quoin.node.js'))
  const { QuoinApi } = require(join(folder, 'dist/credentials/QuoinApi.credentials.js'))
  const nodeType = new Quoin()
  const credential = new QuoinApi()
  const additionalData = { executionId: '1', credentialsHelper: credentialsHelper(credential, credentials) }

  return async (parameters: Json, nodeId: string = randomUUID()): Promise<Item[]> => {
    const node = {
      id: nodeId,
      name: 'Quoin',
      type: 'n8n-nodes-quoin.quoin',
      typeVersion: 1,
      position: [0, 0],
      parameters,
      credentials: { quoinApi: { id: '1', name: 'Quoin' } },
    }
    const nodeTypes = { getByNameAndVersion: () => nodeType, getByName: () => nodeType, getKnownTypes: () => ({}) }
    const workflow = new Workflow({ id: '1', nodes: [node], connections: {}, active: false, nodeTypes })
    const items = [{ json: {} }]
    const executeData = { node: workflow.getNode('Quoin'), data: { main: [items] }, source: null }
    const runData = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [] } }
    const context = new ExecuteContext(
      workflow,
      executeData.node,
      additionalData,
      'manual',
      runData,
      0,
      items,
      executeData.data,
      executeData,
      [],
    )
    const [found] = await new RoutingNode(context, nodeType).runNode()
    return found
  }
}

/**
 * Replaces n8n's credentials helper, which reads its database: returns the fields of the credential, and the header built from
 * them.
 */
function credentialsHelper(
  { authenticate }: { authenticate: { properties: { headers: Record<string, string> } } },
  known: Credentials,
) {
  const filled = (text: string) =>
    text.replace(/^=/, '').replace(/\{\{\$credentials\.(\w+)\}\}/g, (_, name) => known[name as keyof Credentials])
  return {
    getDecrypted: async () => ({ ...known }),
    isCredentialUsableByNode: () => true,
    getParentTypes: () => [],
    getCredentialsProperties: () => [],
    preAuthentication: async () => undefined,
    authenticate: async (_: unknown, __: string, request: { headers?: Json }) => ({
      ...request,
      headers: {
        ...request.headers,
        ...Object.fromEntries(
          Object.entries(authenticate.properties.headers).map(([name, text]) => [name, filled(text)]),
        ),
      },
    }),
  }
}
