import type { SessionEntity } from '../session.ts'
import type { Body } from './instance.ts'

/** What a server says that it runs, in lower case; `unknown` when it does not say. */
export function detectSoftware(description: Body): string {
  const { version, source_url, api_versions } = description ?? {}
  const compatible = /\(compatible; (?<name>[\w.-]+)/i.exec(String(version ?? ''))?.groups?.['name']
  if (compatible !== undefined) return compatible.toLowerCase()
  // Forks of Mastodon have a source of their own and say which version of its API they have.
  if (Number.isInteger(api_versions?.mastodon)) return 'mastodon'
  const repository = URL.parse(String(source_url ?? ''))
    ?.pathname.replace(/\/$/, '')
    .split('/')
    .at(-1)
  if (repository) return repository.toLowerCase()
  // Mastodon before 4.0 names no source.
  return /^[1-3]\.\d/.test(String(version ?? '')) ? 'mastodon' : 'unknown'
}

/** How long after a lost answer the request may still have an effect. */
const LATE_SECONDS = 60
/** Longer where a repeat would make a second status, because the server does not promise to keep Idempotency-Keys. */
const LATE_SECONDS_WITHOUT_KEYS = 600

export function lateSeconds({ metadata }: Pick<SessionEntity, 'metadata'>): number {
  return metadata['software'] === 'mastodon' ? LATE_SECONDS : LATE_SECONDS_WITHOUT_KEYS
}

/** Mastodon lists statuses by their ids since 4.3; of other servers none is known to. */
export function canListStatuses({ metadata }: Pick<SessionEntity, 'metadata'>): boolean {
  return (metadata['software'] ?? 'mastodon') === 'mastodon'
}

/** Other servers count a text as it is, in code points, whatever `characters_reserved_per_url` they report. */
export function countsLikeMastodon({ metadata }: Pick<SessionEntity, 'metadata'>): boolean {
  return (metadata['software'] ?? 'mastodon') === 'mastodon'
}
