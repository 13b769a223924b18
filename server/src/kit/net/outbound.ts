import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import type { Config } from '../config.ts'
import { isBlockedAddress } from './address.ts'
import { Deadline, exchange, type HttpResponse } from './exchange.ts'
import { createNameResolver, type NameResolver } from './name-resolver.ts'
import { OutboundError } from './outbound-error.ts'
import { type OutboundSocket, type OutboundSocketRequest, openSocket } from './outbound-socket.ts'
import { type OutboundDownload, type OutboundStream, openStream } from './outbound-stream.ts'
import { withUserAgent } from './user-agent.ts'

export interface OutboundRequest {
  readonly url: string
  /** The workspace that the request is for: name lookups are limited per workspace. Absent for the operator's own. */
  readonly workspaceId?: string
  readonly method?: Dispatcher.HttpMethod
  readonly headers?: Record<string, string>
  /** A stream is sent as it is read and cannot be sent again, so no redirect is followed with one. */
  readonly body?: string | Uint8Array | Readable
  /** For the whole exchange: name, connection, headers and body. */
  readonly deadlineMs?: number
  readonly bytesMax?: number
  /** What to do with a longer response: fail, or keep its beginning and close the connection. */
  readonly overflow?: 'fail' | 'truncate'
  /** 0 by default: a redirect is a response like any other. Each hop is checked like the first URL. */
  readonly redirectsMax?: number
}

export type OutboundReply = HttpResponse

/** The only way to the network. It connects to public addresses only, and to loopback when configured. */
export interface Outbound {
  /** Throws when a URL could never be allowed: call it before storing one. */
  check(url: string): void
  send(request: OutboundRequest): Promise<OutboundReply>
  /** A GET whose response is read piece by piece; guarded as `send` is. */
  stream(request: OutboundDownload): Promise<OutboundStream>
  /** A WebSocket; guarded as `send` is. */
  socket(request: OutboundSocketRequest): Promise<OutboundSocket>
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly allowLoopback: boolean
  readonly httpsOnly: boolean
  /** As in DNS_SERVERS. */
  readonly dnsServers?: string | undefined
  readonly names?: NameResolver
}

const OPERATOR = 'operator'

export function openOutbound({ allowLoopback, isProduction, DNS_SERVERS }: Config): Outbound {
  return createOutbound({ allowLoopback, httpsOnly: isProduction, dnsServers: DNS_SERVERS })
}

export function createOutbound(given: OutboundOptions): Outbound {
  const { allowLoopback, httpsOnly, dnsServers, names = createNameResolver({ servers: dnsServers }) } = given
  // A connection is opened while its first request is dispatched, and the dispatcher does not say for which request.
  const workspace = new AsyncLocalStorage<string>()
  const resolve = (host: string) => names.resolve(host, workspace.getStore() ?? OPERATOR)
  const lookup = guardLookup(resolve, allowLoopback)
  const connect = guardConnect(buildConnector({ timeout: 10_000, lookup }), allowLoopback)
  // No limit on connections to a host: with one, an exchange that hangs would block the others.
  const agent = new Agent({
    keepAliveTimeout: 10_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  })
  const sockets = new Set<OutboundSocket>()

  const check = (url: string) => checkUrl(url, { allowLoopback, httpsOnly })

  async function sendFollowing(request: OutboundRequest, deadline: Deadline): Promise<OutboundReply> {
    const { bytesMax = 1_048_576, overflow = 'fail', redirectsMax = 0 } = request
    let { method = 'GET', headers = {}, body = null } = request
    let url = check(request.url)
    for (let hop = 0; ; hop++) {
      // A stream that was sent cannot be sent again.
      const isSpent = body !== null && typeof body === 'object' && 'pipe' in body
      const skipsBody = redirectsMax > 0 && !isSpent ? isRedirect : () => false
      const sent = { url, method, headers: withUserAgent(headers), body, bytesMax, skipsBody }
      const response = await exchange(agent, sent, deadline)
      if (!skipsBody(response.status, response.headers)) {
        if (response.isTruncated && overflow === 'fail')
          throw new OutboundError('too_large', `The answer is larger than ${bytesMax} bytes`)
        return response
      }
      if (hop >= redirectsMax) throw new OutboundError('too_many_redirects', `More than ${redirectsMax} redirects`)
      const next = URL.parse(String(response.headers['location']), url.href)
      if (!next) throw new OutboundError('bad_url', 'A redirect leads to no URL')
      const isElsewhere = next.origin !== url.origin
      // Credentials and content are meant for the first origin only.
      if (isElsewhere) headers = {}
      if (isElsewhere || response.status < 307) [method, body] = ['GET', null]
      url = check(next.href)
    }
  }

  return {
    check: (url) => void check(url),
    async send(request) {
      const { deadlineMs = 10_000 } = request
      const deadline = new Deadline(
        deadlineMs,
        () => new OutboundError('timeout', `No complete answer within ${deadlineMs} ms`),
      )
      try {
        return await workspace.run(request.workspaceId ?? OPERATOR, sendFollowing, request, deadline)
      } catch (error) {
        throw classify(error)
      } finally {
        deadline.clear()
      }
    },
    stream: (request) =>
      workspace.run(request.workspaceId ?? OPERATOR, openStream, request, { agent, check, classify }),
    async socket(request) {
      const guarded = {
        connect: guardConnect(buildConnector({ timeout: 10_000, lookup, allowH2: false }), allowLoopback),
        check,
        classify,
      }
      const socket = await workspace.run(request.workspaceId ?? OPERATOR, openSocket, request, guarded)
      sockets.add(socket)
      return {
        ...socket,
        close() {
          sockets.delete(socket)
          socket.close()
        },
      }
    },
    close: async () => {
      for (const socket of sockets) socket.close()
      await agent.destroy()
    },
  }
}

function isRedirect(status: number, headers: HttpResponse['headers']): boolean {
  return status >= 300 && status < 400 && typeof headers['location'] === 'string'
}

function checkUrl(text: string, { allowLoopback, httpsOnly }: { allowLoopback: boolean; httpsOnly: boolean }): URL {
  const url = URL.parse(text)
  if (!url) throw new OutboundError('bad_url', 'This is not an absolute URL')
  if (url.protocol !== 'https:' && (httpsOnly || url.protocol !== 'http:'))
    throw new OutboundError(
      'bad_url',
      httpsOnly ? 'The URL must start with https://' : 'The URL must start with http:// or https://',
    )
  if (url.username || url.password) throw new OutboundError('bad_url', 'The URL must not carry a user name or password')
  const port = Number(url.port || 443)
  if (port < 1024 && port !== 80 && port !== 443)
    throw new OutboundError('bad_url', 'The port must be 80, 443 or above 1023')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? isBlockedAddress(host, allowLoopback) : !allowLoopback && /(^|\.)localhost\.?$/.test(host))
    throw blocked(host)
  return url
}

function blocked(host: string): OutboundError {
  return new OutboundError('blocked_address', `${host} is not a public address`)
}

/**
 * A name is checked when it is resolved. The address that was really reached is checked again here, so that neither an IP
 * literal nor a second answer of the name server gets through.
 */
function guardConnect(connect: buildConnector.connector, allowLoopback: boolean): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no socket'), null)
      if (isBlockedAddress(socket.remoteAddress ?? '', allowLoopback)) {
        socket.destroy()
        return callback(blocked(options.hostname), null)
      }
      callback(null, socket)
    })
}

/** Happy Eyeballs gets all addresses and connects to any of them: only allowed ones are passed on. */
function guardLookup(
  resolve: (host: string) => ReturnType<NameResolver['resolve']>,
  allowLoopback: boolean,
): LookupFunction {
  const find = callbackify(async (host: string) => {
    const allowed = (await resolve(host)).filter(({ address }) => !isBlockedAddress(address, allowLoopback))
    if (allowed.length === 0) throw blocked(host)
    return allowed
  })
  return (host, options, callback) =>
    find(host, (error, found) => {
      const [first] = found ?? []
      if (error || !first) callback(error, [])
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
}

function classify(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const { code = '', cause } = error as { code?: string; cause?: unknown }
  if (cause instanceof OutboundError) return cause
  if (error instanceof AggregateError && error.errors[0] instanceof OutboundError) return error.errors[0]
  return new OutboundError('connect_failed', (error as Error).message || code || 'The connection failed', {
    cause: error,
  })
}
