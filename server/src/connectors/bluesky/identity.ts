import { exchange, jsonRequest } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call } from '../session.ts'
import { type Body, query } from './xrpc.ts'

export interface FoundPds {
  /** The origin of the account's data server. */
  readonly host: string
  /** Undefined when only the server can tell whose account it is, as for an email address. */
  readonly did?: string
}

export const getEntrywayUrl = ({ app }: Call): string => app['url'] ?? 'https://bsky.social'

/** Finds an account's data server: the handle leads to the DID, the DID to its document, the document names the server. */
export async function findPds(call: Call, identifier: string): Promise<FoundPds> {
  if (identifier.includes('@')) return { host: getEntrywayUrl(call) }
  if (identifier.startsWith('did:')) return { host: getHostIn(await readDocument(call, identifier)), did: identifier }
  const { did } = await query({ call, host: getEntrywayUrl(call) }, 'com.atproto.identity.resolveHandle', {
    handle: identifier,
  })
  const document = await readDocument(call, did)
  // Any domain can point to any DID: the handle counts only when the DID's document names it too.
  if (!document?.alsoKnownAs?.includes(`at://${identifier}`))
    throw notFoundError(`The identity behind ${identifier} does not name this handle.`)
  return { host: getHostIn(document), did }
}

/** The origin of an address that a person entered. */
export function parseServiceOrigin(service: string): string {
  const url = URL.canParse(service) ? new URL(service) : undefined
  if (url && url.username === '' && url.password === '') return url.origin
  throw new PlatformError('invalid', 'This is not the address of a server.', {
    rule: 'bluesky.service.invalid',
    remediation: 'Correct `service`, or leave it out.',
  })
}

export function findHostIn(document: Body): string | undefined {
  const services: Body[] = Array.isArray(document?.service) ? document.service : []
  // A document may also list services of other identities.
  const ids = ['#atproto_pds', `${String(document?.id)}#atproto_pds`]
  const endpoint = services.find(({ id }) => ids.includes(id))?.serviceEndpoint
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint).origin : undefined
}

function getHostIn(document: Body): string {
  const host = findHostIn(document)
  if (!host) throw notFoundError('The identity names no data server.')
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
  // In a did:web only the colon before a port is percent-encoded.
  if (method === 'web' && /^[a-z0-9.-]+(%3A\d{1,5})?$/i.test(name))
    return `https://${name.replace(/%3A/i, ':')}/.well-known/did.json`
  throw notFoundError(`${did} is not a DID that Bluesky supports.`)
}

export function notFoundError(message: string): PlatformError {
  return new PlatformError('invalid', message, {
    rule: 'bluesky.identity.not_found',
    remediation: 'Check the handle, or set `service` to the address of its server.',
  })
}
