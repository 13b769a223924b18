import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange, jsonRequest } from '../api/exchange.ts'
import { tryRead } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Identity } from '../session.ts'
import { Did, query, type Service } from './xrpc.ts'

export interface FoundPds {
  /** The origin of the account's data server. */
  readonly host: string
  /** Undefined when only the server knows the account, as for an email address. */
  readonly did?: string
}

export const ResolvedHandle = Type.Object({ did: Did })

/** A document about an identity, which any server may have written: parts of another shape count as absent. */
type DidDocument = Static<typeof DidDocument>
const DidDocument = Type.Object({
  id: Maybe(Type.Unknown()),
  alsoKnownAs: Maybe(Type.Array(Type.Unknown())),
  service: Maybe(Type.Array(Type.Unknown())),
})
const DocumentService = Type.Object({ id: Type.String(), serviceEndpoint: Type.String() })

const getEntrywayUrl = ({ app }: Call): string => app['url'] ?? 'https://bsky.social'

/** Finds an account's data server: the handle leads to the DID, the DID to its document, the document names the server. */
export async function findPds(call: Call, identifier: string): Promise<FoundPds> {
  const entryway = getEntrywayUrl(call)
  if (identifier.includes('@')) return { host: entryway }
  if (identifier.startsWith('did:')) return { host: getHostIn(await readDocument(call, identifier)), did: identifier }
  const { did } = await query({ call, host: entryway }, 'com.atproto.identity.resolveHandle', {
    schema: ResolvedHandle,
    params: { handle: identifier },
  })
  const document = await readDocument(call, did)
  // Any domain can point to any DID: the handle counts only when the DID's document names it too.
  if (!document.alsoKnownAs?.includes(`at://${identifier}`))
    throw createNotFoundError(`The identity behind ${identifier} does not name this handle.`)
  return { host: getHostIn(document), did }
}

/** Returns the origin of an address that a person entered. */
export function parseServiceOrigin(service: string): string {
  const url = URL.parse(service)
  if (url?.username === '' && url.password === '') return url.origin
  throw new PlatformError('invalid', 'This is not the address of a server.', {
    rule: 'bluesky.service.invalid',
    remediation: 'Correct `service`, or leave it out.',
  })
}

/** Returns the origin of the data server that a document names. */
export function findHostIn(document: unknown): string | undefined {
  const { id, service } = tryRead(DidDocument, document) ?? {}
  // A document may also list services of other identities.
  const ids = ['#atproto_pds', `${String(id)}#atproto_pds`]
  const services = (service ?? []).flatMap((one) => tryRead(DocumentService, one) ?? [])
  return URL.parse(services.find((one) => ids.includes(one.id))?.serviceEndpoint ?? '')?.origin
}

function getHostIn(document: DidDocument): string {
  const host = findHostIn(document)
  if (!host) throw createNotFoundError('The identity names no data server.')
  return host
}

async function readDocument(call: Call, did: string): Promise<DidDocument> {
  const { body } = await exchange(call.http, { ...jsonRequest('GET', buildDocumentUrl(call, did)), redirectsMax: 2 })
  return tryRead(DidDocument, body) ?? {}
}

function buildDocumentUrl(call: Call, did: string): string {
  const [, method, name = ''] = did.split(':')
  if (method === 'plc' && /^[a-z0-9]+$/.test(name))
    return `${call.app['plcUrl'] ?? 'https://plc.directory'}/${encodeURIComponent(did)}`
  // In a did:web only the colon before a port is percent-encoded.
  if (method === 'web' && /^[a-z0-9.-]+(%3A\d{1,5})?$/i.test(name))
    return `https://${name.replace(/%3A/i, ':')}/.well-known/did.json`
  throw createNotFoundError(`${did} is not a DID that Bluesky supports.`)
}

function createNotFoundError(message: string): PlatformError {
  return new PlatformError('invalid', message, {
    rule: 'bluesky.identity.not_found',
    remediation: 'Check the handle, or set `service` to the address of its server.',
  })
}

/** The state of an account on its data server. */
export type AccountSession = Static<typeof AccountSession>
export const AccountSession = Type.Object({
  did: Did,
  handle: Maybe(Type.String()),
  active: Maybe(Type.Boolean()),
  status: Maybe(Type.String()),
})

/** Reads the person behind a session of the data server. */
export async function readIdentity(pds: Service, session: AccountSession): Promise<Identity> {
  const identity = await findIdentity(pds, session)
  return identity ?? { externalId: session.did, username: session.handle ?? null, displayName: null, avatarUrl: null }
}

const Profile = Type.Object({ displayName: Maybe(Type.String()), avatar: Maybe(Type.String()) })

/** Returns undefined when Bluesky's index, which has names and pictures, cannot be reached: a sign-in succeeds without them. */
export async function findIdentity(pds: Service, { did, handle }: AccountSession): Promise<Identity | undefined> {
  try {
    const params = { actor: did }
    const { displayName, avatar } = await query(pds, 'app.bsky.actor.getProfile', { schema: Profile, params })
    return {
      externalId: did,
      username: handle ?? null,
      displayName: displayName || null,
      avatarUrl: avatar ?? null,
    }
  } catch (error) {
    if (error instanceof PlatformError) return undefined
    throw error
  }
}
