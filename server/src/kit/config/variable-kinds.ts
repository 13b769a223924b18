import { isIP } from 'node:net'
import { readMailbox } from '../mail-address.ts'
import { parseOrigins } from '../net/origins.ts'

/** One environment variable: how its text is parsed, its default, and its line in the docs. */
export interface Variable<T> {
  readonly read: (given: string) => T
  /** Accepted values, as worded in the docs and in the error message. */
  readonly accepts: string
  readonly default: T
  readonly description: string
  readonly isSecret?: true
}

export function integer<A extends number | undefined>(
  min: number,
  max: number,
  otherwise: A,
  description: string,
): Variable<number | A> {
  const accepts = `a whole number from ${min} to ${max}`
  const read = (given: string) => {
    const n = Number(given)
    if (!/^\d+$/.test(given) || n < min || n > max) throw new Error(`must be ${accepts}`)
    return n
  }
  return { read, accepts, default: otherwise, description }
}

export function choice<const T extends string>(values: readonly T[], otherwise: T, description: string): Variable<T> {
  const accepts = `one of: ${values.join(', ')}`
  const read = (given: string) => {
    const found = values.find((value) => value === given)
    if (found === undefined) throw new Error(`must be ${accepts}`)
    return found
  }
  return { read, accepts, default: otherwise, description }
}

export function text<A extends string | undefined>(otherwise: A, description: string): Variable<string | A> {
  return { read: (given) => given, accepts: 'a text', default: otherwise, description }
}

export function mailbox(description: string): Variable<string | undefined> {
  const accepts = 'an email address, with or without a name, such as Quoin <quoin@example.com>'
  const read = (given: string) => {
    if (!readMailbox(given)) throw new Error(`must be ${accepts}`)
    return given
  }
  return { read, accepts, default: undefined, description }
}

export function names(description: string): Variable<readonly string[] | undefined> {
  const accepts = 'names separated by commas'
  const read = (given: string) => {
    const list = given.split(',').map((name) => name.trim())
    if (list.includes('') || new Set(list).size < list.length) throw new Error(`must be ${accepts}, each once`)
    return list
  }
  return { read, accepts, default: undefined, description }
}

export function token(description: string): Variable<string | undefined> {
  const accepts = 'at least 32 visible characters'
  const read = (given: string) => {
    if (!/^[\x21-\x7e]{32,}$/.test(given)) throw new Error(`must be ${accepts}`)
    return given
  }
  return { read, accepts, default: undefined, description }
}

export function url(protocols: readonly string[], description: string): Variable<string | undefined> {
  const accepts = `a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  const read = (given: string) => {
    if (!URL.canParse(given) || !protocols.includes(new URL(given).protocol)) throw new Error(`must be ${accepts}`)
    return given.replace(/\/$/, '')
  }
  return { read, accepts, default: undefined, description }
}

/** Variables of a data vendor. Setting its key turns it on. */
export function vendor<const P extends string>(prefix: P, label: string) {
  return {
    [`${prefix}_API_KEY`]: {
      ...text(undefined, `The API key of your ${label} account; setting it turns the source on.`),
      isSecret: true,
    },
    [`${prefix}_BASE_URL`]: url(
      ['http:', 'https:'],
      `The base URL of ${label}, if it is not the default one, for tests.`,
    ),
  } as Record<`${P}_${'API_KEY' | 'BASE_URL'}`, Variable<string | undefined>>
}

/** Variables of the app that the operator registered with a platform: `client_id` and `client_secret` of its connector. */
export function platformApp<const P extends string>(prefix: P, label: string, words = 'client id and client secret') {
  return {
    [`${prefix}_CLIENT_ID`]: text(undefined, `The id of your ${label} app (${words}); workspaces may bring their own.`),
    [`${prefix}_CLIENT_SECRET`]: { ...text(undefined, 'The secret of that app.'), isSecret: true },
  } as Record<`${P}_${'CLIENT_ID' | 'CLIENT_SECRET'}`, Variable<string | undefined>>
}

/** See `kit/net/origins.ts`. */
export function origins(description: string): Variable<string | undefined> {
  const accepts =
    'pairs of an origin and a URL separated by commas, such as https://api.example.com=http://127.0.0.1:9000'
  return { read: readOrigins, accepts, default: undefined, description }
}

function readOrigins(given: string): string {
  parseOrigins(given)
  return given
}

function isOrigin(given: string): boolean {
  return /^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given
}

/** Origins of pages, exactly as browsers send them. */
export function pageOrigins(description: string): Variable<string | undefined> {
  const accepts = 'origins separated by commas, such as https://app.example.com,http://localhost:5173'
  const read = (given: string) => {
    const list = given.split(',').map((one) => one.trim())
    if (!list.every(isOrigin)) throw new Error(`must be ${accepts}`)
    return list.join(',')
  }
  return { read, accepts, default: undefined, description }
}

export function addresses(description: string): Variable<string | undefined> {
  const accepts = 'IP addresses separated by commas, each with or without a port'
  const read = (given: string) => {
    const list = given.split(',').map((one) => one.trim())
    if (
      !list.every((one) => isIP(one.replace(/:\d+$/, '')) === 4 || isIP(one.replace(/^\[(.*)\](?::\d+)?$/, '$1')) === 6)
    )
      throw new Error(`must be ${accepts}`)
    return given
  }
  return { read, accepts, default: undefined, description }
}

const LOCAL_RANGES = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(one: string): boolean {
  const [address = '', bits = '0', ...more] = one.split('/')
  const bitsMax = { 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax
}

export function proxies(description: string): Variable<string[] | undefined> {
  const accepts = `IP addresses and networks separated by commas, or the names ${LOCAL_RANGES.join(', ')}`
  const read = (given: string) => {
    const list = given.split(',').map((one) => one.trim())
    if (!list.every((one) => LOCAL_RANGES.includes(one) || isNetwork(one))) throw new Error(`must be ${accepts}`)
    return list
  }
  return { read, accepts, default: undefined, description }
}

export function pattern(matches: RegExp, accepts: string, description: string): Variable<string | undefined> {
  const read = (given: string) => {
    if (!matches.test(given)) throw new Error(`must be ${accepts}`)
    return given
  }
  return { read, accepts, default: undefined, description }
}
