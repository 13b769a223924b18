import { asciiDomain, isDomain } from '../directory/text/domain-name.ts'

export interface MailAddress {
  readonly localPart: string
  /** The DNS spelling. */
  readonly domain: string
}

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+$/iu

/**
 * Parses an address that mail can be sent to; undefined for anything else. This is the only check of addresses. The standard
 * also allows quoted local parts and IP addresses, which are rejected here because people do not have such addresses.
 */
export function parseAddress(email: string): MailAddress | undefined {
  const at = email.lastIndexOf('@')
  const localPart = email.slice(0, at)
  const domain = asciiDomain(email.slice(at + 1).toLowerCase())
  if (at < 1 || Buffer.byteLength(localPart) > 64 || !isDomain(domain)) return undefined
  // White space and control characters must never reach an SMTP connection, where a line break starts a command.
  if (/[\p{C}\p{Z}]/u.test(localPart) || !localPart.split('.').every((atom) => ATOM.test(atom))) return undefined
  return { localPart, domain }
}

/** Returns one spelling for one address; undefined when it is not an address. */
export function normaliseEmail(given: string): string | undefined {
  const address = parseAddress(given.trim().toLowerCase())
  return address && `${address.localPart}@${address.domain}`
}
