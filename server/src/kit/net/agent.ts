import { createRequire } from 'node:module'
import type { LookupFunction } from 'node:net'
import type * as Undici from 'undici'
import { isBlockedAddress } from './address.ts'
import { blockedAddress } from './outbound-error.ts'

type Connector = Undici.buildConnector.connector

type RequestOn = (
  this: Undici.Dispatcher,
  options: Undici.Dispatcher.RequestOptions,
) => Promise<Undici.Dispatcher.ResponseData>

/** Agent that requests are sent with. */
export interface OpenAgent {
  readonly agent: Undici.Agent
  /** Reads a response as a stream. */
  readonly request: (options: Undici.Dispatcher.RequestOptions) => Promise<Undici.Dispatcher.ResponseData>
  /** Makes a connection without HTTP/2, for a WebSocket. */
  readonly connect: Connector
}

/**
 * Loads undici with the first request, and only the parts that we use: all of it is 109 modules, which take three times as long
 * to load and 7 MB that an idle server does not need (decision 0048).
 */
export function openAgent(lookup: LookupFunction, allowLoopback: boolean): OpenAgent {
  const Agent = createRequire(import.meta.url)('undici/lib/dispatcher/agent.js') as typeof Undici.Agent
  const buildConnector = createRequire(import.meta.url)('undici/lib/core/connect.js') as typeof Undici.buildConnector
  const request = createRequire(import.meta.url)('undici/lib/api/api-request.js') as RequestOn
  const connectWith = (more: object) =>
    guardConnect(buildConnector({ timeout: 10_000, lookup, ...more }), allowLoopback)
  // No limit on connections to a host: with one, an exchange that hangs would block the others.
  const agent = new Agent({ keepAliveTimeout: 10_000, headersTimeout: 0, bodyTimeout: 0, connect: connectWith({}) })
  return { agent, request: (options) => request.call(agent, options), connect: connectWith({ allowH2: false }) }
}

/**
 * A name is checked when it is resolved. The address that was actually reached is checked again here, so that neither an IP
 * literal nor a second answer of the name server gets through.
 */
function guardConnect(connect: Connector, allowLoopback: boolean): Connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no socket'), null)
      if (isBlockedAddress(socket.remoteAddress ?? '', allowLoopback)) {
        socket.destroy()
        return callback(blockedAddress(options.hostname), null)
      }
      callback(null, socket)
    })
}
