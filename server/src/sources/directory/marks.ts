import type { SuppressionKind } from './contract.ts'
import { normaliseDomain, withParents } from './domain-name.ts'
import { emailHash } from './identity.ts'

/**
 * By what somebody can ask to be left out. A mark says it in few bytes: half of a hash tells emails apart as well as all of
 * it, and nobody can read the email out of it.
 */
const ofHash = (sha256: string) => `e:${sha256.slice(0, 32)}`
const ofDomain = (domain: string) => `d:${domain}`

/** The marks of a row, but for the person's own id. Who leaves out a domain means those below it too. */
export function marksOf({ email, domain }: { email?: string | null; domain?: string | null }): string[] {
  const at = email?.slice(email.lastIndexOf('@') + 1)
  const domains = new Set([...(domain ? withParents(domain) : []), ...(at ? withParents(at) : [])])
  return [...(email ? [ofHash(emailHash(email))] : []), ...[...domains].map(ofDomain)]
}

export function personMark(id: string): string {
  return `p:${id}`
}

/** What a suppression's value means; undefined when it means nothing. */
export function markOf(kind: SuppressionKind, value: string): string | undefined {
  const text = value.trim()
  switch (kind) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? ofHash(emailHash(text.toLowerCase())) : undefined
    case 'email_sha256':
      return /^[0-9a-f]{64}$/i.test(text) ? ofHash(text.toLowerCase()) : undefined
    case 'domain': {
      const domain = normaliseDomain(text)
      return domain === undefined ? undefined : ofDomain(domain)
    }
    case 'person':
      return /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/.test(text) ? personMark(text) : undefined
  }
}
