import { domainToASCII } from 'node:url'

export interface MailAddress {
  readonly localPart: string
  /** In the letters of the name system. */
  readonly domain: string
}

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+$/iu
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * The parts of an address that mail could be sent to, undefined when none could. Quoted local parts and addresses of
 * machines are allowed by the standard and used by nobody.
 */
export function parseAddress(email: string): MailAddress | undefined {
  const at = email.lastIndexOf('@')
  const localPart = email.slice(0, at)
  const domain = domainToASCII(email.slice(at + 1)).toLowerCase()
  if (at < 1 || Buffer.byteLength(localPart) > 64 || domain.length > 253) return undefined
  // What looks like white space or a control character must never reach a dialog of lines.
  if (/[\p{C}\p{Z}]/u.test(localPart) || !localPart.split('.').every((atom) => ATOM.test(atom))) return undefined
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return undefined
  return /^\d+$/.test(labels.at(-1) ?? '') ? undefined : { localPart, domain }
}
