import type { Item } from '../../../api/client.ts'

export type SuppressionKind = Item<'suppressions.list'>['kind']

export const KIND_NAMES: Readonly<Record<SuppressionKind, string>> = {
  email: 'Email',
  domain: 'Domain',
  person: 'Person',
  email_sha256: 'Email hash',
}

export function isKind(text: string): text is SuppressionKind {
  return Object.hasOwn(KIND_NAMES, text)
}
