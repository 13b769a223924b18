import type { Item, Reply } from '../../../api/client.ts'

export type Person = NonNullable<Reply<'data.enrich_person'>['data']>
export type Company = NonNullable<Reply<'data.search_companies'>['data']>[number]
export type FoundEmail = NonNullable<Reply<'data.find_email'>['data']>
export type EmailVerification = NonNullable<Reply<'data.verify_email'>['data']>
export type ConsensusResult = NonNullable<Reply<'data.consensus'>['data']>[number]
export type RowResult = Item<'bulk_jobs.results'>

/** One row of a workflow, with the results of each step. */
export interface Lead {
  readonly input?: string
  readonly person?: Person | null
  readonly email?: FoundEmail | null
  readonly verification?: EmailVerification | null
  readonly credits: number
  readonly steps?: readonly { step: string; outcome: string }[]
}

/** Result of an action, recognized by its shape, because jobs carry it without a type. */
export type LookupResult =
  | { readonly kind: 'person'; readonly value: Person }
  | { readonly kind: 'company'; readonly value: Company }
  | { readonly kind: 'email'; readonly value: FoundEmail }
  | { readonly kind: 'verification'; readonly value: EmailVerification }
  | { readonly kind: 'agreed'; readonly value: ConsensusResult }
  | { readonly kind: 'lead'; readonly value: Lead }
  | { readonly kind: 'other'; readonly value: unknown }

export function recognise(value: unknown): LookupResult {
  const has = (...names: string[]) =>
    typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name))
  if (has('agreement', 'person')) return { kind: 'agreed', value: value as ConsensusResult }
  if (has('credits') && (has('person') || has('verification'))) return { kind: 'lead', value: value as Lead }
  if (has('full_name', 'id')) return { kind: 'person', value: value as Person }
  if (has('confidence', 'email')) return { kind: 'email', value: value as FoundEmail }
  if (has('status', 'email')) return { kind: 'verification', value: value as EmailVerification }
  if (has('domain', 'industry')) return { kind: 'company', value: value as Company }
  return { kind: 'other', value }
}

/** Normalizes results to a list. */
export function toResultItems(data: unknown): readonly unknown[] {
  if (data === null || data === undefined) return []
  return Array.isArray(data) ? data : [data]
}

/** Summarizes a result on one line. */
export function summarizeResult(value: unknown): string {
  const found = recognise(value)
  if (found.kind === 'person') return personText(found.value)
  if (found.kind === 'agreed') return personText(found.value.person)
  if (found.kind === 'company') return [found.value.name, found.value.domain].filter(Boolean).join(', ')
  if (found.kind === 'email' || found.kind === 'verification') return `${found.value.email} (${found.value.status})`
  if (found.kind === 'lead') return leadText(found.value)
  return JSON.stringify(value)
}

function personText({ full_name, title, company }: Person): string {
  return [full_name, title, company?.name ?? company?.domain].filter(Boolean).join(', ')
}

function leadText({ person, email, verification }: Lead): string {
  const parts = [person && personText(person), email?.email ?? verification?.email, verification?.status]
  return parts.filter(Boolean).join(', ') || 'Nothing found'
}

export function formatLocation({ location }: Person): string {
  return [location?.city, location?.region, location?.country].filter(Boolean).join(', ')
}
