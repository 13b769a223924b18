import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginAuthorization } from '../../domains/identity/oauth/authorization-request.ts'
import { registerClient } from '../../domains/identity/oauth/clients.ts'
import { beginDevice, pollDevice } from '../../domains/identity/oauth/device.ts'
import { OauthError } from '../../domains/identity/oauth/oauth-error.ts'
import {
  exchangeCode,
  refreshTokens,
  revokeToken,
  type TokenReply,
  type TokenRequest,
} from '../../domains/identity/oauth/tokens.ts'
import type { Context } from '../../kit/context.ts'
import { type Limits, toNetwork } from '../limits/limits.ts'
import { sendError } from '../response/error-reply.ts'
import { describeResource, describeServer, readIssuer } from './metadata.ts'

const BODY_BYTES_MAX = 32_768

type Exchange = (ctx: Context, request: TokenRequest) => Promise<TokenReply>

const GRANT_TYPES: Readonly<Record<string, Exchange>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  'urn:ietf:params:oauth:grant-type:device_code': pollDevice,
}

/**
 * Mounts the authorization server at the paths and in the formats that OAuth clients expect. Unlike those of the API, its
 * requests are forms, and its errors are those of OAuth.
 */
export function mountOauth(ctx: Context, app: FastifyInstance, limits: Limits): void {
  const open = (operation: string) => ({
    bodyLimit: BODY_BYTES_MAX,
    config: { operation, rawBody: true },
    onRequest: async (request: FastifyRequest) => limits.takeAddress(request),
    errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendOauthError(ctx, error, request, reply),
  })
  const documents = {
    '/.well-known/oauth-authorization-server': describeServer,
    '/.well-known/oauth-protected-resource': (issuer: string) => describeResource(issuer, ''),
    '/.well-known/oauth-protected-resource/mcp': (issuer: string) => describeResource(issuer, '/mcp'),
  }
  for (const [path, describe] of Object.entries(documents))
    app.get(path, open('oauth.metadata'), async (request) => describe(readIssuer(ctx, request)))

  app.get('/oauth/authorize', open('oauth.authorize'), async (request, reply) => {
    const query = request.url.replace(/^[^?]*\??/, '')
    const location = beginAuthorization(ctx, readIssuer(ctx, request), readParameters(query))
    return noStore(reply).header('referrer-policy', 'no-referrer').redirect(location)
  })
  app.post('/oauth/register', open('oauth.register'), async ({ rawText }, reply) =>
    noStore(reply)
      .status(201)
      .send(registerClient(ctx, readMetadata(rawText))),
  )
  app.post('/oauth/token', open('oauth.token'), async (request, reply) => {
    const sent = readForm(ctx, request)
    const exchange = GRANT_TYPES[sent.parameters['grant_type'] ?? '']
    if (!exchange)
      throw new OauthError('unsupported_grant_type', `grant_type must be ${Object.keys(GRANT_TYPES).join(' or ')}.`)
    return noStore(reply).send(await exchange(ctx, sent))
  })
  app.post('/oauth/device_authorization', open('oauth.device'), async (request, reply) =>
    noStore(reply).send(await beginDevice(ctx, readForm(ctx, request), toNetwork(request.ip))),
  )
  app.post('/oauth/revoke', open('oauth.revoke'), async (request, reply) => {
    await revokeToken(ctx, readForm(ctx, request))
    return noStore(reply).send({})
  })
}

function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store')
}

function readForm(ctx: Context, request: FastifyRequest): TokenRequest {
  return { issuer: readIssuer(ctx, request), parameters: readParameters(request.rawText) }
}

/** Reads form parameters. A repeated one is refused, because two readers could take different ones. */
function readParameters(text: string): Readonly<Record<string, string>> {
  const pairs = [...new URLSearchParams(text)].filter(([, value]) => value !== '')
  const parameters = new Map(pairs)
  if (parameters.size < pairs.length) throw new OauthError('invalid_request', 'A parameter was sent more than once.')
  return Object.fromEntries(parameters)
}

function readMetadata(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OauthError('invalid_client_metadata', 'The body must be JSON.')
  }
}

function sendOauthError(ctx: Context, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof OauthError)) return sendError(ctx, error, request, reply)
  const { code, status, message } = error
  noStore(reply).status(status).send({ error: code, error_description: message })
}
