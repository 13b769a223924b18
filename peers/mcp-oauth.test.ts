import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { UnauthorizedError as EarlierUnauthorized } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { boot } from '../server/test/support/harness.ts'
import { GIVEN } from '../server/test/support/oauth-client.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { ctx, url } = world
const endpoint = new URL(`${url}/mcp`)
const clientInfo = { name: 'quoin-tests', version: '1.0.0' }

// oxlint-disable-next-line typescript/no-explicit-any -- the two generations of the library have types of their own
type Any = any

/** Keeps what the library asks an app to keep, and the address that it opens in the user's browser. */
function createProvider(redirectUrl = 'http://127.0.0.1:33418/callback') {
  const kept: Record<string, Any> = {}
  return {
    kept,
    redirectUrl,
    clientMetadata: { client_name: 'Library app', redirect_uris: [redirectUrl] },
    state: () => 'state of the library',
    clientInformation: () => kept['client'],
    saveClientInformation: (client: unknown) => void (kept['client'] = client),
    tokens: () => kept['tokens'],
    saveTokens: (tokens: unknown) => void (kept['tokens'] = tokens),
    redirectToAuthorization: (address: URL) => void (kept['address'] = address),
    saveCodeVerifier: (verifier: string) => void (kept['verifier'] = verifier),
    codeVerifier: () => kept['verifier'],
    saveDiscoveryState: (state: unknown) => void (kept['discovery'] = state),
    discoveryState: () => kept['discovery'],
  }
}

/** Opens the address that the library wants to show, and allows the request as the consent page does. */
async function allow(address: URL): Promise<URL> {
  const user = await world.session()
  const response = await fetch(address, { redirect: 'manual' })
  const page = new URL(response.headers.get('location') ?? '')
  assert.equal(page.pathname, '/authorize')
  const allowed = await user('POST', '/v1/oauth-requests:allow', { request: page.hash.slice(1), ...GIVEN })
  assert.equal(allowed.status, 200, allowed.text)
  return new URL(allowed.body.redirect_url)
}

const GENERATIONS = {
  current: {
    connect: async (authProvider: Any) => {
      const transport = new StreamableHTTPClientTransport(endpoint, { authProvider })
      const client = new Client(clientInfo)
      return { client, transport, connected: client.connect(transport) } as Any
    },
    Unauthorized: UnauthorizedError,
    finish: (transport: Any, back: URL) => transport.finishAuth(back.searchParams),
  },
  earlier: {
    connect: async (authProvider: Any) => {
      const transport = new EarlierHttp(endpoint, { authProvider })
      const client = new EarlierClient(clientInfo)
      return { client, transport, connected: client.connect(transport) } as Any
    },
    Unauthorized: EarlierUnauthorized,
    finish: (transport: Any, back: URL) => transport.finishAuth(back.searchParams.get('code')),
  },
}

for (const [name, { connect, Unauthorized, finish }] of Object.entries(GENERATIONS))
  test(`the ${name} client library signs in by itself, calls a tool, and refreshes its token`, {
    timeout: 60_000,
  }, async () => {
    const provider = createProvider()
    const first = await connect(provider)
    await assert.rejects(first.connected, Unauthorized as Any)
    const { searchParams } = provider.kept['address'] as URL
    assert.deepEqual(
      [searchParams.get('code_challenge_method'), searchParams.get('resource'), searchParams.get('state')],
      ['S256', `${url}/mcp`, 'state of the library'],
    )
    const back = await allow(provider.kept['address'])
    assert.equal(back.searchParams.get('state'), 'state of the library')
    await finish(first.transport, back)

    const { client, connected } = await connect(provider)
    await connected
    const call = async () => (await client.callTool({ name: 'credits_get', arguments: {} })).structuredContent.available
    assert.equal(await call(), 50)
    const before = provider.kept['tokens']
    ctx.clock.advance(3_601_000)
    assert.equal(await call(), 50)
    assert.notEqual(provider.kept['tokens'].access_token, before.access_token)
    assert.notEqual(provider.kept['tokens'].refresh_token, before.refresh_token)

    const { resources } = await client.listResources()
    assert.ok(resources.length > 3)
    const { contents } = await client.readResource({ uri: 'quoin://platforms' })
    assert.ok(JSON.parse(contents[0].text).data.length > 10)
    assert.ok((await client.listPrompts()).prompts.length > 3)
    await client.close()
  })
