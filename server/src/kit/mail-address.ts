import { isName } from './name.ts'

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const TOP_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`)
const LENGTH_MAX = 254

/**
 * Returns true for one mailbox in its plain form. Comments, groups, quotes, routes, literals and everything outside ASCII are
 * rejected, not mapped: two spellings of one mailbox would be two users, and a look-alike letter would belong to someone else.
 * An international domain is written as `xn--`.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= LENGTH_MAX && ADDRESS.test(text)
}

/** Compares with ASCII case folding only: `toLowerCase` turns a Kelvin sign into a `k`. */
export function isSameMailbox(one: string, other: string): boolean {
  return isMailAddress(one) && isMailAddress(other) && one.toLowerCase() === other.toLowerCase()
}

interface Mailbox {
  /** The display name; empty when there is none. */
  readonly name: string
  readonly address: string
}

/** Reads `Name <name@example.com>` or an address alone; undefined for anything else. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, quoted, plain, bracketed, bare = bracketed] =
    /^(?:(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]*)>|([^<>]*))$/.exec(text.trim()) ?? []
  const name = quoted ?? plain ?? ''
  return bare !== undefined && isMailAddress(bare) && isName(name) ? { name, address: bare } : undefined
}
