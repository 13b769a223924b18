import type { EmailStatus, FoundEmail, NameAtDomain, VerifiedEmail } from '../actions.ts'
import { asciiEmail } from '../directory/text/domain-name.ts'
import { type Outcome, SourceError } from '../source.ts'
import { MISS } from './vendor.ts'

const EMAIL = /^[^\s@<>"(),;:\\[\]]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

/** How likely an address is to take mail when its vendor names a status and no figure. */
const CONFIDENCE: Record<EmailStatus, number> = { valid: 0.95, risky: 0.6, unknown: 0.3, invalid: 0 }

interface Finding {
  readonly email?: string | null | undefined
  readonly status: EmailStatus
  readonly confidence?: number | undefined
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
  readonly full_name?: string | null | undefined
  readonly verified_at?: string | null | undefined
}

/** An address that the vendor itself calls invalid is no finding. */
export function foundEmail(
  { id, label }: { id: string; label: string },
  asked: NameAtDomain,
  finding: Finding,
): Outcome<FoundEmail> {
  const email = asciiEmail(finding.email?.trim().toLowerCase() ?? '')
  if (!email || finding.status === 'invalid') return MISS
  if (!EMAIL.test(email)) throw new SourceError('unavailable', `${label} answered with something that is no address`)
  const confidence = finding.confidence ?? CONFIDENCE[finding.status]
  return {
    outcome: 'found',
    data: {
      email,
      status: finding.status,
      confidence: Math.min(1, Math.max(0, confidence)),
      domain: email.slice(email.indexOf('@') + 1),
      person: {
        full_name: finding.full_name ?? asked.full_name,
        first_name: finding.first_name ?? (asked.first_name || null),
        last_name: finding.last_name ?? (asked.last_name || null),
      },
      sources: [id],
      verified_at: momentOf(finding.verified_at),
    },
  }
}

type Verdict = Pick<VerifiedEmail, 'status'> & Partial<Omit<VerifiedEmail, 'email' | 'checked_at'>>

export function verdict(email: string, now: Date, said: Verdict): Outcome<VerifiedEmail> {
  return {
    outcome: 'found',
    data: {
      email,
      sub_status: null,
      mx: null,
      catch_all: null,
      disposable: false,
      role: false,
      ...said,
      checked_at: now.toISOString(),
    },
  }
}

function momentOf(text: string | null | undefined): string | null {
  const at = text ? new Date(text) : undefined
  return at === undefined || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
