import type { Static } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { SessionEntity } from '../session.ts'
import { readText } from './status.ts'

/** A server's description of itself. Servers fill it in many forms, so each field is read on its own. */
export type Description = Static<typeof Description>
export const Description = Type.Record(Type.String(), Type.Unknown())

export const readFields = (value: unknown): Description => tryRead(Description, value) ?? {}

/** Returns the name of the program that a server runs, in lower case; `unknown` when the server does not name it. */
export function detectSoftware(description: Description = {}): string {
  const version = readText(description['version']) ?? ''
  const compatible = /\(compatible; (?<name>[\w.-]+)/i.exec(version)?.groups?.['name']
  if (compatible !== undefined) return compatible.toLowerCase()
  // Forks of Mastodon have a source of their own and say which version of its API they have.
  if (Number.isInteger(readFields(description['api_versions'])['mastodon'])) return 'mastodon'
  const repository = URL.parse(readText(description['source_url']) ?? '')
    ?.pathname.replace(/\/$/, '')
    .split('/')
    .at(-1)
  if (repository) return repository.toLowerCase()
  // Mastodon before 4.0 names no source.
  return /^[1-3]\.\d/.test(version) ? 'mastodon' : 'unknown'
}

/** Time after a lost response in which the request may still have an effect. */
const LATE_SECONDS = 60
/** The same time where a repeat would make a second status, because the server does not promise to keep Idempotency-Keys. */
const LATE_SECONDS_WITHOUT_KEYS = 600

export function getLateSeconds({ metadata }: Pick<SessionEntity, 'metadata'>): number {
  return metadata['software'] === 'mastodon' ? LATE_SECONDS : LATE_SECONDS_WITHOUT_KEYS
}

/** Mastodon lists statuses by their ids since 4.3; no other server is known to. */
export function canListStatuses({ metadata }: Pick<SessionEntity, 'metadata'>): boolean {
  return (metadata['software'] ?? 'mastodon') === 'mastodon'
}

/** Other servers count a text as it is, in code points, whatever `characters_reserved_per_url` they report. */
export function countsLikeMastodon({ metadata }: Pick<SessionEntity, 'metadata'>): boolean {
  return (metadata['software'] ?? 'mastodon') === 'mastodon'
}
