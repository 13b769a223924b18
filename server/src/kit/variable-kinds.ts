import { isIP } from 'node:net'

/** One environment variable: how it is read, what it is when absent, and the line the docs show. */
export interface Variable<T> {
  readonly read: (given: string) => T
  /** What it takes, as the docs and the error message say it. */
  readonly takes: string
  readonly absent: T
  readonly says: string
  readonly isSecret?: true
}

export function integer(min: number, max: number, absent: number, says: string): Variable<number> {
  const takes = `a whole number from ${min} to ${max}`
  const read = (given: string) => {
    const n = Number(given)
    if (!/^\d+$/.test(given) || n < min || n > max) throw new Error(`must be ${takes}`)
    return n
  }
  return { read, takes, absent, says }
}

export function oneOf<const T extends string>(values: readonly T[], absent: T, says: string): Variable<T> {
  const takes = `one of: ${values.join(', ')}`
  const read = (given: string) => {
    const found = values.find((value) => value === given)
    if (found === undefined) throw new Error(`must be ${takes}`)
    return found
  }
  return { read, takes, absent, says }
}

export function text<A extends string | undefined>(absent: A, says: string): Variable<string | A> {
  return { read: (given) => given, takes: 'a text', absent, says }
}

export function names(says: string): Variable<readonly string[] | undefined> {
  const takes = 'names separated by commas'
  const read = (given: string) => {
    const list = given.split(',').map((name) => name.trim())
    if (list.includes('') || new Set(list).size < list.length) throw new Error(`must be ${takes}, each once`)
    return list
  }
  return { read, takes, absent: undefined, says }
}

export function token(says: string): Variable<string | undefined> {
  const takes = 'at least 32 visible characters'
  const read = (given: string) => {
    if (!/^[\x21-\x7e]{32,}$/.test(given)) throw new Error(`must be ${takes}`)
    return given
  }
  return { read, takes, absent: undefined, says }
}

export function url(protocols: readonly string[], says: string): Variable<string | undefined> {
  const takes = `a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  const read = (given: string) => {
    if (!URL.canParse(given) || !protocols.includes(new URL(given).protocol)) throw new Error(`must be ${takes}`)
    return given.replace(/\/$/, '')
  }
  return { read, takes, absent: undefined, says }
}

/** A data vendor: its key turns it on. */
export function vendor<const P extends string>(prefix: P, label: string) {
  return {
    [`${prefix}_API_KEY`]: {
      ...text(undefined, `The key of the account with ${label}; with it, ${label} is asked.`),
      isSecret: true,
    },
    [`${prefix}_BASE_URL`]: url(['http:', 'https:'], `Where ${label} is, when elsewhere than usual: for tests.`),
  } as Record<`${P}_${'API_KEY' | 'BASE_URL'}`, Variable<string | undefined>>
}

export function addresses(says: string): Variable<string | undefined> {
  const takes = 'IP addresses separated by commas, each with or without a port'
  const read = (given: string) => {
    const list = given.split(',').map((one) => one.trim())
    if (
      !list.every((one) => isIP(one.replace(/:\d+$/, '')) === 4 || isIP(one.replace(/^\[(.*)\](?::\d+)?$/, '$1')) === 6)
    )
      throw new Error(`must be ${takes}`)
    return given
  }
  return { read, takes, absent: undefined, says }
}

const NEAR = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(one: string): boolean {
  const [address = '', bits = '0', ...more] = one.split('/')
  const bitsMax = { 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax
}

export function proxies(says: string): Variable<string[] | undefined> {
  const takes = `IP addresses and networks separated by commas, or the names ${NEAR.join(', ')}`
  const read = (given: string) => {
    const list = given.split(',').map((one) => one.trim())
    if (!list.every((one) => NEAR.includes(one) || isNetwork(one))) throw new Error(`must be ${takes}`)
    return list
  }
  return { read, takes, absent: undefined, says }
}

export function pattern(matches: RegExp, takes: string, says: string): Variable<string | undefined> {
  const read = (given: string) => {
    if (!matches.test(given)) throw new Error(`must be ${takes}`)
    return given
  }
  return { read, takes, absent: undefined, says }
}
