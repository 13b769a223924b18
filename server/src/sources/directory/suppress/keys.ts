import { normaliseEmail } from '../../mail/address.ts'
import type { SuppressionKind } from '../contract.ts'
import { emailHash } from '../ids.ts'
import { asciiEmail, normaliseDomain, withParents } from '../text/domain-name.ts'

/**
 * A suppression key identifies what a person can be suppressed by, in few bytes: an email, a domain or an id. Half of the
 * SHA-256 of an email distinguishes emails as well as all of it, and does not reveal the email. The tables keep keys in the
 * columns `mark`, `marks` and `email_mark`.
 */
const toHashKey = (sha256: string) => `e:${sha256.slice(0, 32)}`
const toDomainKey = (domain: string) => `d:${domain}`

export function emailKey(email: string): string {
  return toHashKey(emailHash(asciiEmail(email)))
}

/** Suppressing a domain also suppresses its subdomains, so a row has the keys of all parent domains. */
export function domainKeys(email: string | null, domain: string | null): string[] {
  const emailDomain = email === null ? null : email.slice(email.lastIndexOf('@') + 1)
  const own = domain === null ? [] : withParents(domain)
  if (emailDomain === null || emailDomain === domain) return own.map(toDomainKey)
  return [...new Set([...own, ...withParents(emailDomain)])].map(toDomainKey)
}

/** Returns the keys of an email and a domain. */
export function contactKeys({
  email = null,
  domain = null,
}: {
  email?: string | null
  domain?: string | null
}): string[] {
  const domains = domainKeys(email, domain)
  return email === null ? domains : [emailKey(email), ...domains]
}

export function personKey(id: string): string {
  return `p:${id}`
}

/** Returns the key of a requested suppression; undefined when the value is not of that kind. */
export function suppressionKey(kind: SuppressionKind, value: string): string | undefined {
  const text = value.trim()
  switch (kind) {
    case 'email': {
      const email = normaliseEmail(text)
      return email === undefined ? undefined : emailKey(email)
    }
    case 'email_sha256':
      return /^[0-9a-f]{64}$/i.test(text) ? toHashKey(text.toLowerCase()) : undefined
    case 'domain': {
      const domain = normaliseDomain(text)
      return domain === undefined ? undefined : toDomainKey(domain)
    }
    case 'person':
      // One of our ids, or a vendor's: its name, a colon and its own id.
      return /^([a-z]+_[0-9A-HJKMNP-TV-Z]{26}|[a-z][a-z0-9_-]*:\S+)$/.test(text) ? personKey(text) : undefined
  }
}
