import type { Connector } from './connector.ts'
import { PlatformError } from './platform-error.ts'

/** Addresses of pictures that a platform has signed are long, but shorter than this. */
const LENGTH_MAX = 4096

/**
 * Returns an address of a web page or file that a platform, or a server that a person has named, sent; null for everything else:
 * other schemes, credentials in it, text that is no address. Text that programs could read in two ways is returned as URLs write it.
 */
export function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LENGTH_MAX) return null
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  const text = UNAMBIGUOUS.test(value) ? value : url.href
  return text.length > LENGTH_MAX ? null : text
}

/** No white space, control character, letter beyond ASCII or backslash. */
const UNAMBIGUOUS = /^https?:\/\/[!-[\]-~]+$/i

/** The names of fields that have an address. */
const ADDRESS = /^(?:url|link|picture)$|(?:Url|_url)$/
/** Fields that only the connector itself reads again. A relay of Nostr has an address of a WebSocket, which the connector checks. */
const OPAQUE = new Set(['tokens', 'handshake', 'prepared', 'cursor', 'relays'])

/** Returns a copy in which every address is one of `readAddress`. */
export function checkAddresses<T>(value: T): T {
  return check(value) as T
}

function check(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(check)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (OPAQUE.has(name)) return [name, one]
      return [name, ADDRESS.test(name) ? readAddress(one) : check(one)]
    }),
  )
}

/** False for dates, buffers and other objects with behaviour. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The connector, with every result of it checked: what enters the domains has no other addresses. */
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

/** A sign-in goes nowhere without its page. */
function withPage(authorize: Authorize): Authorize {
  return async (call, request) => {
    const authorization = await authorize(call, request)
    if ((authorization.url as string | null) !== null) return authorization
    throw new PlatformError('invalid', 'The server sent no web address for its sign-in page.', {
      remediation: 'Check the name of the server.',
    })
  }
}
