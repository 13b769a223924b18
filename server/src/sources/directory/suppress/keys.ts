import type { SuppressionKind } from '../contract.ts'
import { emailHash } from '../ids.ts'
import { asciiEmail, normaliseDomain, withParents } from '../text/domain-name.ts'

/**
 * By what somebody can ask to be left out. A mark says it in few bytes: half of a hash tells emails apart as well as all of
 * it, and nobody can read the email out of it.
 */
const ofHash = (sha256: string) => `e:${sha256.slice(0, 32)}`
const ofDomain = (domain: string) => `d:${domain}`

export function emailMark(email: string): string {
  return ofHash(emailHash(asciiEmail(email)))
}

/** Who leaves out a domain means those below it too. */
export function domainMarks(email: string | null, domain: string | null): string[] {
  const at = email === null ? null : email.slice(email.lastIndexOf('@') + 1)
  const own = domain === null ? [] : withParents(domain)
  if (at === null || at === domain) return own.map(ofDomain)
  return [...new Set([...own, ...withParents(at)])].map(ofDomain)
}

/** All marks but that of a person's own id. */
export function marksOf({ email = null, domain = null }: { email?: string | null; domain?: string | null }): string[] {
  const domains = domainMarks(email, domain)
  return email === null ? domains : [emailMark(email), ...domains]
}

export function personMark(id: string): string {
  return `p:${id}`
}

/** What a suppression's value means; undefined when it means nothing. */
export function markOf(kind: SuppressionKind, value: string): string | undefined {
  const text = value.trim()
  switch (kind) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? emailMark(text.toLowerCase()) : undefined
    case 'email_sha256':
      return /^[0-9a-f]{64}$/i.test(text) ? ofHash(text.toLowerCase()) : undefined
    case 'domain': {
      const domain = normaliseDomain(text)
      return domain === undefined ? undefined : ofDomain(domain)
    }
    case 'person':
      // One of ours, or a vendor's: its name, a colon and its own id.
      return /^([a-z]+_[0-9A-HJKMNP-TV-Z]{26}|[a-z][a-z0-9_-]*:\S+)$/.test(text) ? personMark(text) : undefined
  }
}
