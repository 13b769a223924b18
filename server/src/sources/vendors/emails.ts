import { SourceError } from '../../kit/sources.ts'
import type { EmailStatus, FoundEmail, VerifiedEmail } from '../actions.ts'
import { normaliseEmail } from '../mail/address.ts'
import type { NameAtDomain } from '../read-question.ts'
import type { Outcome } from '../source.ts'
import { NOT_FOUND } from './vendor.ts'

/** Probability that an address accepts mail, for vendors that return a status and no number. */
const CONFIDENCE: Record<EmailStatus, number> = { valid: 0.95, risky: 0.6, unknown: 0.3, invalid: 0 }

interface VendorEmail {
  readonly email?: string | null | undefined
  readonly status: EmailStatus
  readonly confidence?: number | undefined
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
  readonly full_name?: string | null | undefined
  readonly verified_at?: string | null | undefined
}

/** An address that the vendor itself calls invalid counts as not found. */
export function foundEmail(
  { id, label }: { id: string; label: string },
  asked: NameAtDomain,
  found: VendorEmail,
): Outcome<FoundEmail> {
  const given = found.email?.trim() ?? ''
  if (!given || found.status === 'invalid') return NOT_FOUND
  const email = normaliseEmail(given)
  if (email === undefined)
    throw new SourceError('unavailable', `${label} returned a value that is not an email address`)
  const confidence = found.confidence ?? CONFIDENCE[found.status]
  return {
    outcome: 'found',
    data: {
      email,
      status: found.status,
      confidence: Math.min(1, Math.max(0, confidence)),
      domain: email.slice(email.indexOf('@') + 1),
      person: {
        full_name: found.full_name ?? asked.full_name,
        first_name: found.first_name ?? (asked.first_name || null),
        last_name: found.last_name ?? (asked.last_name || null),
      },
      sources: [id],
      verified_at: toIsoDate(found.verified_at),
    },
  }
}

type Verification = Pick<VerifiedEmail, 'status'> & Partial<Omit<VerifiedEmail, 'email' | 'checked_at'>>

export function verifiedEmail(email: string, now: Date, verification: Verification): Outcome<VerifiedEmail> {
  return {
    outcome: 'found',
    data: {
      email,
      sub_status: null,
      mx: null,
      catch_all: null,
      disposable: false,
      role: false,
      ...verification,
      checked_at: now.toISOString(),
    },
  }
}

function toIsoDate(text: string | null | undefined): string | null {
  const at = text ? new Date(text) : undefined
  return at === undefined || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
