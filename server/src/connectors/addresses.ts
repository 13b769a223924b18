import type { Connector } from './connector.ts'
import { PlatformError } from './platform-error.ts'

/** Signed addresses of pictures are long, but shorter than this. */
const LENGTH_MAX = 4096

/**
 * Returns the address of a web page or file from a response; null for other schemes, for addresses with credentials and for text
 * that is not an address. Text that programs could read in two ways is returned in the normal form of URLs.
 */
export function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LENGTH_MAX) return null
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  const text = UNAMBIGUOUS.test(value) ? value : url.href
  return text.length > LENGTH_MAX ? null : text
}

/** ASCII without white space, control characters and backslashes. */
const UNAMBIGUOUS = /^https?:\/\/[!-[\]-~]+$/i

/** Names of fields that contain an address. */
const ADDRESS = /^(?:url|link|picture)$|(?:Url|_url)$/
/** Fields that only the connector itself reads. Nostr's relays have addresses of WebSockets, which their connector checks. */
const OPAQUE = new Set(['tokens', 'handshake', 'prepared', 'cursor', 'relays'])

/** Returns a copy in which every address has passed `readAddress`. */
export function checkAddresses<T>(value: T): T {
  return check(value) as T
}

function check(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(check)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (OPAQUE.has(name)) return [name, field]
      return [name, ADDRESS.test(name) ? readAddress(field) : check(field)]
    }),
  )
}

/** Returns false for dates, buffers and other instances of classes. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Returns the connector with its results checked: the domains get only addresses that have passed. */
export function withCheckedAddresses(connector: Connector): Connector {
  const { platform, ...members } = connector
  const checked = { platform, ...(wrap(members) as typeof members) }
  const { oauth } = checked.auth
  if (!oauth) return checked
  return { ...checked, auth: { ...checked.auth, oauth: { ...oauth, authorize: withPage(oauth.authorize) } } }
}

function wrap(member: unknown): unknown {
  if (typeof member === 'function')
    return (...args: unknown[]) => {
      const result: unknown = member(...args)
      return result instanceof Promise ? result.then(check) : check(result)
    }
  if (!isRecord(member)) return member
  return Object.fromEntries(Object.entries(member).map(([name, one]) => [name, wrap(one)]))
}

type Authorize = NonNullable<Connector['auth']['oauth']>['authorize']

/** Fails a sign-in whose page has no valid address. */
function withPage(authorize: Authorize): Authorize {
  return async (call, request) => {
    const authorization = await authorize(call, request)
    if ((authorization.url as string | null) !== null) return authorization
    throw new PlatformError('invalid', 'The server sent no web address for its sign-in page.', {
      remediation: 'Check the name of the server.',
    })
  }
}
