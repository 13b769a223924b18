import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Principal } from '../../kit/context.ts'
import { ApiError, InvalidRequest } from '../../kit/declare/errors.ts'
import type { Guards } from '../auth/check-access.ts'
import { readMaxCredits } from '../metering/meter.ts'
import { buildChallenge, readIssuer } from '../oauth/metadata.ts'
import { sendError } from '../response/error-reply.ts'
import type { Caller } from './dispatch.ts'

const BODY_BYTES_MAX = 4_194_304
const NEEDS_SIGN_IN = 'Sign in from your client, which opens the portal, or configure an API key in it.'

/** Mounts MCP over streamable HTTP: each request is complete in itself, so any node can serve it. */
export function mountMcp(ctx: Context, app: FastifyInstance, guards: Omit<Guards, 'sessions'>): void {
  let loading: ReturnType<typeof load> | undefined
  const open = () =>
    (loading ??= load(ctx, app).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
  app.post('/mcp', {
    bodyLimit: BODY_BYTES_MAX,
    config: { operation: 'mcp' },
    onRequest: (request, reply) => checkCaller(ctx, guards, request, reply),
    errorHandler: (error, request, reply) => refuseUnserved(ctx, error, request, reply),
    handler: async (request, reply) => {
      const { handler, toWebRequest, sendWebResponse } = await open()
      const caller = readCaller(request)
      const authInfo = { token: '', clientId: caller.principal.keyId, scopes: [], extra: { caller } }
      const response = await handler.fetch(toWebRequest(request, reply), { authInfo, parsedBody: request.body })
      return sendWebResponse(reply, response)
    },
  })
}

async function load(ctx: Context, app: FastifyInstance) {
  const [{ createMcp }, { toWebRequest, sendWebResponse }] = await Promise.all([
    import('./server.ts'),
    import('./web-adapter.ts'),
  ])
  return { handler: createMcp(ctx, app), toWebRequest, sendWebResponse }
}

/** Accepts only a key or an access token: the cookie of a browser must not let a page call tools. */
async function checkCaller(
  ctx: Context,
  { authenticator, limits }: Omit<Guards, 'sessions'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  assertOwnHost(ctx, request)
  const principal = await authenticateCaller(ctx, { authenticator, limits }, request)
  if (principal.link) throw new ApiError('out_of_scope', 'Links are for pages of the portal. Use an API key for /mcp.')
  request.principal = principal
  readMaxCredits(request.headers['x-max-credits'])
  await limits.takeKey(reply, principal)
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Protects against DNS rebinding: a page in a browser can point its own name at a server on the user's machine. So only our own
 * host names are served, and only pages at them. An IP address cannot be rebound: any is fine as the host, but not as the
 * origin.
 */
function assertOwnHost({ config, publicUrl }: Context, { host, headers }: FastifyRequest): void {
  const own = [...LOCAL_HOSTS, parseHostname(publicUrl.get()), ...(config.MCP_HOSTS ?? [])]
  const asked = parseHostname(`http://${host}`)
  if (asked === undefined || !(own.includes(asked) || isIP(asked.replace(/^\[|\]$/g, '')))) throw foreign('Host', host)
  const { origin } = headers
  if (origin === undefined) return
  const page = parseHostname(origin)
  if (page === undefined || !(own.includes(page) || page === asked)) throw foreign('Origin', origin)
}

function parseHostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

function foreign(header: string, value: string): ApiError {
  return new ApiError(
    'cross_site_request',
    `/mcp does not accept the ${header} ${JSON.stringify(value.slice(0, 100))}. Use the URL of this server. The operator can allow other names in MCP_HOSTS.`,
  )
}

/** Adds to a refusal where a client finds the sign-in (RFC 9728). */
async function authenticateCaller(
  ctx: Context,
  { authenticator, limits }: Omit<Guards, 'sessions'>,
  request: FastifyRequest,
): Promise<Principal> {
  const { authorization } = request.headers
  try {
    return await limits.countRefusals(request, (assertMayLookUp) =>
      authenticator.authenticate(authorization, assertMayLookUp),
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const challenge = buildChallenge(readIssuer(ctx, request), authorization !== undefined)
    const detail = authorization === undefined ? NEEDS_SIGN_IN : error.message
    throw new ApiError(error.code, detail, { headers: { 'www-authenticate': challenge } })
  }
}

function readCaller({ principal, headers, ip, id }: FastifyRequest): Caller {
  return {
    principal,
    authorization: headers.authorization ?? '',
    address: ip,
    requestId: id,
    maxCredits: readMaxCredits(headers['x-max-credits']),
  }
}

/**
 * Responds to requests that were refused before the protocol: a body that is not JSON gets the error that JSON-RPC clients
 * know.
 */
function refuseUnserved(ctx: Context, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof InvalidRequest)) return sendError(ctx, error, request, reply)
  const message = `Parse error: ${error.message}`
  reply.status(400).send({ jsonrpc: '2.0', id: null, error: { code: -32_700, message } })
}
