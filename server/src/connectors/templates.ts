import type { Batch, ListRequest } from './inbox.ts'
import type { Session } from './session.ts'

export const TEMPLATE_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'paused',
  'disabled',
  'in_appeal',
  'deleted',
] as const

export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number]

export interface FoundTemplate {
  readonly externalId: string
  readonly name: string
  readonly language: string
  readonly category: string
  readonly components: readonly Readonly<Record<string, unknown>>[]
  readonly status: TemplateStatus
  readonly rejectionReason: string | null
}

/** A template in a push, which may leave out its content: the stored content stays. */
export type PushedTemplate = Pick<FoundTemplate, 'externalId' | 'status' | 'rejectionReason'> &
  Partial<Pick<FoundTemplate, 'name' | 'language' | 'category' | 'components'>>

export interface Templates {
  /** An existing name and language are refused with the rule `<platform>.template_exists`. */
  readonly create: (
    session: Session,
    template: Pick<FoundTemplate, 'name' | 'language' | 'category' | 'components'>,
  ) => Promise<FoundTemplate>
  readonly list: (session: Session, since: ListRequest) => Promise<Batch<FoundTemplate>>
  readonly delete: (session: Session, template: { readonly externalId: string; readonly name: string }) => Promise<void>
}

export interface Verification {
  /** Sends a code to the number, by text message or by phone call. */
  readonly requestCode: (
    session: Session,
    request: { readonly method: 'sms' | 'voice'; readonly language: string },
  ) => Promise<void>
  readonly verifyCode: (session: Session, code: string) => Promise<void>
}

export interface PhoneNumbers {
  /** Present where the person must prove that the number is theirs before it is registered. */
  readonly verification?: Verification
  /** The pin is used for this call only and never stored. */
  readonly register: (
    session: Session,
    request: { readonly pin: string; readonly dataLocalizationRegion: string | null },
  ) => Promise<{ readonly phoneNumberId: string; readonly status: string }>
}
