import type { Static } from 'typebox'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { DateTime, Name, Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

export const Password = Type.String({ minLength: 10, maxLength: 256, description: 'At least 10 characters.' })
export const PersonName = Name({ maxLength: 255 })
export const Locale = Nullable(Type.String({ maxLength: 35, description: 'A BCP 47 tag, such as `en-GB`.' }))
export const TimeZone = Nullable(Type.String({ maxLength: 64, description: 'An IANA name, such as `Europe/Paris`.' }))

/** Refuses a language or time zone that `Intl` does not know: pages format dates and numbers with them. */
export function checkPlace(body: { locale?: string | null; time_zone?: string | null }): Violation[] {
  const { locale, time_zone: timeZone } = body
  return [
    ...(isKnown(() => locale && Intl.getCanonicalLocales(locale))
      ? []
      : [wrong('locale', 'this is not a language tag')]),
    ...(isKnown(() => timeZone && new Intl.DateTimeFormat('en', { timeZone }))
      ? []
      : [wrong('time_zone', 'there is no such time zone')]),
  ]
}

function isKnown(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

function wrong(field: string, reason: string): Violation {
  return invalidValue(['body', field], reason)
}

export type User = Static<typeof User>
export const User = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean({
      description: 'The user opened a link sent to this address, or single sign-on vouches for it.',
    }),
    name: Type.String(),
    is_operator: Type.Boolean({ description: 'May call operator endpoints.' }),
    has_password: Type.Boolean(),
    has_totp: Type.Boolean({ description: 'An authenticator code is required after the password.' }),
    locale: Locale,
    time_zone: TimeZone,
    created_at: DateTime,
  },
  { title: 'User' },
)

export const exampleUser: User = {
  id: 'usr_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Example',
  is_operator: false,
  has_password: true,
  has_totp: false,
  locale: 'en-GB',
  time_zone: 'Europe/Paris',
  created_at: '2026-01-15T09:30:00.000Z',
}
