import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import type { Dispatcher } from 'undici'
import type { Config } from '../config/config.ts'
import { isTracing, outgoingTrace, tracePart } from '../trace.ts'
import { isBlockedAddress } from './address.ts'
import type { OpenAgent } from './agent.ts'
import { Deadline, exchange, type HttpResponse } from './exchange.ts'
import { Http1Client } from './http1-client.ts'
import { createNameResolver, type NameResolver } from './name-resolver.ts'
import { blockedAddress, OutboundError } from './outbound-error.ts'
import { type OutboundSocket, type OutboundSocketRequest, openSocket } from './outbound-socket.ts'
import { type OutboundDownload, type OutboundStream, openStream } from './outbound-stream.ts'
import { withUserAgent } from './user-agent.ts'

export interface OutboundRequest {
  readonly url: string
  /** The workspace that the request is for: name lookups are limited per workspace. Absent for the operator's own requests. */
  readonly workspaceId?: string
  readonly method?: Dispatcher.HttpMethod
  readonly headers?: Record<string, string>
  /** A stream is sent as it is read and cannot be sent again, so redirects are not followed. */
  readonly body?: string | Uint8Array | Readable
  /** Time limit for the whole exchange: name, connection, headers and body. */
  readonly deadlineMs?: number
  readonly bytesMax?: number
  /** Handling of a longer response: fail, or keep its beginning and close the connection. */
  readonly overflow?: 'fail' | 'truncate'
  /** 0 by default: a redirect is then a response like any other. Each hop is checked like the first URL. */
  readonly redirectsMax?: number
}

/** A high-volume request. Its headers must contain the user agent; a response beyond `bytesMax` is truncated. */
export type FrequentRequest = Pick<
  OutboundRequest,
  'url' | 'workspaceId' | 'method' | 'headers' | 'deadlineMs' | 'bytesMax'
> & { readonly body: string }

export type OutboundReply = HttpResponse

/** The only way to the network. It connects to public addresses only, and to loopback when configured. */
export interface Outbound {
  /** Throws when a URL could never be allowed: call it before storing one. */
  check(url: string): void
  send(request: OutboundRequest): Promise<OutboundReply>
  /** Sends at less than half the cost, over HTTP/1.1 only. A redirect is a response like any other. */
  sendFrequent(request: FrequentRequest): Promise<OutboundReply>
  /** Sends a GET whose response is read piece by piece; guarded like `send`. */
  stream(request: OutboundDownload): Promise<OutboundStream>
  /** Opens a WebSocket; guarded like `send`. */
  socket(request: OutboundSocketRequest): Promise<OutboundSocket>
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly allowLoopback: boolean
  readonly httpsOnly: boolean
  /** Name servers, as in DNS_SERVERS. */
  readonly dnsServers?: string | undefined
  readonly names?: NameResolver
}

const OPERATOR = 'operator'
/** Number of URLs of frequent requests that are remembered as checked. */
const CHECKED_MAX = 1000

export function openOutbound({ allowLoopback, isProduction, DNS_SERVERS }: Config): Outbound {
  return createOutbound({ allowLoopback, httpsOnly: isProduction, dnsServers: DNS_SERVERS })
}

export function createOutbound(given: OutboundOptions): Outbound {
  const { allowLoopback, httpsOnly, dnsServers, names = createNameResolver({ servers: dnsServers }) } = given
  // A connection is opened while its first request is dispatched, and the dispatcher does not tell which request that is.
  const workspace = new AsyncLocalStorage<string>()
  const resolve = (host: string) => names.resolve(host, workspace.getStore() ?? OPERATOR)
  const lookup = guardLookup(resolve, allowLoopback)
  let opened: OpenAgent | undefined
  const open = async () => {
    const { openAgent } = await import('./agent.ts')
    return (opened ??= openAgent(lookup, allowLoopback))
  }
  const http1 = new Http1Client()
  const sockets = new Set<OutboundSocket>()

  const check = (url: string) => checkUrl(url, { allowLoopback, httpsOnly })
  // The check looks only at the text. Names are resolved, and the reached address is checked, at every connection.
  const checked = new Map<string, URL>()
  function checkOnce(text: string): URL {
    const known = checked.get(text)
    if (known) return known
    if (checked.size >= CHECKED_MAX) checked.clear()
    const url = check(text)
    checked.set(text, url)
    return url
  }

  async function sendFollowing(request: OutboundRequest, deadline: Deadline): Promise<OutboundReply> {
    const { bytesMax = 1_048_576, overflow = 'fail', redirectsMax = 0 } = request
    let { method = 'GET', headers = {}, body = null } = request
    let url = check(request.url)
    const { agent } = opened ?? (await open())
    for (let hop = 0; ; hop++) {
      // A stream that was sent cannot be sent again.
      const isSpent = body !== null && typeof body === 'object' && 'pipe' in body
      const skipsBody = redirectsMax > 0 && !isSpent ? isRedirect : () => false
      const sent = {
        url,
        method,
        headers: { ...withUserAgent(headers), ...outgoingTrace(url.hostname) },
        body,
        bytesMax,
        skipsBody,
      }
      const response = await exchange(agent, sent, deadline)
      if (!skipsBody(response.status, response.headers)) {
        if (response.isTruncated && overflow === 'fail')
          throw new OutboundError('too_large', `The response is larger than ${bytesMax} bytes`)
        return response
      }
      if (hop >= redirectsMax) throw new OutboundError('too_many_redirects', `More than ${redirectsMax} redirects`)
      const next = URL.parse(String(response.headers['location']), url.href)
      if (!next) throw new OutboundError('bad_url', 'A redirect does not lead to a URL')
      const isElsewhere = next.origin !== url.origin
      // Credentials and content are meant for the first origin only.
      if (isElsewhere) headers = {}
      if (isElsewhere || response.status < 307) [method, body] = ['GET', null]
      url = check(next.href)
    }
  }

  async function sendBefore(request: OutboundRequest): Promise<OutboundReply> {
    const { deadlineMs = 10_000 } = request
    const deadline = new Deadline(deadlineMs, () => timedOut(deadlineMs))
    try {
      return await workspace.run(request.workspaceId ?? OPERATOR, sendFollowing, request, deadline)
    } catch (error) {
      throw classify(error)
    } finally {
      deadline.clear()
    }
  }

  async function sendFrequent(request: FrequentRequest): Promise<OutboundReply> {
    const { workspaceId = OPERATOR, deadlineMs = 10_000, bytesMax = 1_048_576, method = 'POST', body } = request
    try {
      const url = checkOnce(request.url)
      const headers = { ...request.headers, ...outgoingTrace(url.hostname) }
      const { connect: guarded } = opened ?? (await open())
      const connect: OpenAgent['connect'] = (...args) => workspace.run(workspaceId, guarded, ...args)
      const sent = { url, method, headers, body, bytesMax, deadlineMs, connect }
      return await http1.exchange(sent, () => timedOut(deadlineMs))
    } catch (error) {
      throw classify(error)
    }
  }

  return {
    check: (url) => void check(url),
    async send(request) {
      return isTracing() ? traceSending(request, () => sendBefore(request)) : sendBefore(request)
    },
    async sendFrequent(request) {
      return isTracing() ? traceSending(request, () => sendFrequent(request)) : sendFrequent(request)
    },
    async stream(request) {
      const { request: send } = await open()
      return workspace.run(request.workspaceId ?? OPERATOR, openStream, request, { send, check, classify })
    },
    async socket(request) {
      const { connect } = await open()
      const guarded = { connect, check, classify }
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
      http1.close()
      await opened?.agent.destroy()
    },
  }
}

/** Traces the host, never the path: it may contain ids and tokens. */
function traceSending(request: OutboundRequest, send: () => Promise<OutboundReply>): Promise<OutboundReply> {
  const host = URL.parse(request.url)?.hostname ?? 'none'
  const method = request.method ?? 'GET'
  const attributes = { 'http.request.method': method, 'server.address': host }
  return tracePart(`${method} ${host}`, 'client', attributes, send)
}

function timedOut(deadlineMs: number): OutboundError {
  return new OutboundError('timeout', `No complete response within ${deadlineMs} ms`)
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
  if (url.username || url.password)
    throw new OutboundError('bad_url', 'The URL must not contain a user name or password')
  const port = Number(url.port || 443)
  if (port < 1024 && port !== 80 && port !== 443)
    throw new OutboundError('bad_url', 'The port must be 80, 443 or above 1023')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? isBlockedAddress(host, allowLoopback) : !allowLoopback && /(^|\.)localhost\.?$/.test(host))
    throw blockedAddress(host)
  return url
}

/** Happy Eyeballs gets all addresses and connects to any of them: only allowed ones are passed on. */
function guardLookup(
  resolve: (host: string) => ReturnType<NameResolver['resolve']>,
  allowLoopback: boolean,
): LookupFunction {
  const find = callbackify(async (host: string) => {
    const allowed = (await resolve(host)).filter(({ address }) => !isBlockedAddress(address, allowLoopback))
    if (allowed.length === 0) throw blockedAddress(host)
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
