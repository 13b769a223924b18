import { asciiDomain, isDomain } from '../directory/text/domain-name.ts'

export interface MailAddress {
  readonly localPart: string
  /** As DNS spells it. */
  readonly domain: string
}

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+$/iu

/**
 * The parts of an address that mail can be sent to, undefined when it is not one: the only judge of addresses. The standard also
 * allows quoted local parts and IP addresses, which are refused here because people do not have such addresses.
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

/** One spelling for one address; undefined when it is not one. */
export function normaliseEmail(given: string): string | undefined {
  const address = parseAddress(given.trim().toLowerCase())
  return address && `${address.localPart}@${address.domain}`
}
