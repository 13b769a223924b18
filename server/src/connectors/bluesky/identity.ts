import { exchange, jsonRequest } from '../exchange.ts'
import { PlatformError } from '../failure.ts'
import type { Call } from '../session.ts'
import { type Body, query } from './xrpc.ts'

export interface Home {
  /** The data server of the person. */
  readonly host: string
  /** Undefined when only the server can tell who it is, such as for an email address. */
  readonly did?: string
}

export const entrywayOf = ({ app }: Call): string => app['url'] ?? 'https://bsky.social'

/** Where a person's data lives: handle to DID, DID to its document, and the document names the server. */
export async function findHome(call: Call, identifier: string): Promise<Home> {
  if (identifier.includes('@')) return { host: entrywayOf(call) }
  if (identifier.startsWith('did:')) return { host: hostIn(await readDocument(call, identifier)), did: identifier }
  const { did } = await query({ call, host: entrywayOf(call) }, 'com.atproto.identity.resolveHandle', {
    handle: identifier,
  })
  const document = await readDocument(call, did)
  // Anybody may point a name at somebody's DID: it counts when the document says the name too.
  if (!document?.alsoKnownAs?.includes(`at://${identifier}`))
    throw unfound(`The identity behind ${identifier} does not name this handle.`)
  return { host: hostIn(document), did }
}

/** Of an address that somebody typed. */
export function hostOf(service: string): string {
  const url = URL.canParse(service) ? new URL(service) : undefined
  if (url && url.username === '' && url.password === '') return url.origin
  throw new PlatformError('invalid', 'This is no address of a server.', {
    rule: 'bluesky.service.invalid',
    remediation: 'Check `service`, or leave it out.',
  })
}

export function findHostIn(document: Body): string | undefined {
  const services: Body[] = Array.isArray(document?.service) ? document.service : []
  const endpoint = services.find(({ id }) => String(id).endsWith('#atproto_pds'))?.serviceEndpoint
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint).origin : undefined
}

function hostIn(document: Body): string {
  const host = findHostIn(document)
  if (!host) throw unfound('The identity names no data server.')
  return host
}

async function readDocument(call: Call, did: string): Promise<Body> {
  const { body } = await exchange(call.http, { ...jsonRequest('GET', documentUrl(call, did)), redirectsMax: 2 })
  return body
}

function documentUrl(call: Call, did: string): string {
  const [, method, name = ''] = did.split(':')
  if (method === 'plc' && /^[a-z0-9]+$/.test(name))
    return `${call.app['plcUrl'] ?? 'https://plc.directory'}/${encodeURIComponent(did)}`
  // A colon before a port is the only thing that is written with a percent sign there.
  if (method === 'web' && /^[a-z0-9.-]+(%3A\d{1,5})?$/i.test(name))
    return `https://${name.replace(/%3A/i, ':')}/.well-known/did.json`
  throw unfound(`${did} is no kind of DID that Bluesky knows.`)
}

function unfound(message: string): PlatformError {
  return new PlatformError('invalid', message, {
    rule: 'bluesky.identity.not_found',
    remediation: 'Check the handle, or say the address of its server as `service`.',
  })
}
