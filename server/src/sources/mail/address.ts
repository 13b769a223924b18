import { domainToASCII } from 'node:url'

export interface MailAddress {
  readonly localPart: string
  /** As DNS spells it. */
  readonly domain: string
}

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+$/iu
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * The parts of an address that mail can be sent to, undefined when it is not one. The standard also allows quoted local
 * parts and IP addresses, which are refused here because people do not have such addresses.
 */
export function parseAddress(email: string): MailAddress | undefined {
  const at = email.lastIndexOf('@')
  const localPart = email.slice(0, at)
  const domain = domainToASCII(email.slice(at + 1)).toLowerCase()
  if (at < 1 || Buffer.byteLength(localPart) > 64 || domain.length > 253) return undefined
  // White space and control characters must never reach an SMTP connection, where a line break starts a command.
  if (/[\p{C}\p{Z}]/u.test(localPart) || !localPart.split('.').every((atom) => ATOM.test(atom))) return undefined
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return undefined
  return /^\d+$/.test(labels.at(-1) ?? '') ? undefined : { localPart, domain }
}
