import { maskSecrets } from '../../../kit/log/log.ts'

/** Characters of a response that are stored. */
const STORED_MAX = 4096
/** Longer responses are cut before they are searched for secrets. */
const READ_MAX = 65_536

export interface StoredError {
  readonly code: string | null
  readonly body: string
}

/**
 * Returns the response to a failed request as it is stored. It contains no secrets, as in the log of the server, and not the input
 * that a validation error repeats: bodies of requests are not kept.
 */
export function toStoredError(body: string): StoredError {
  const read = body.length <= READ_MAX ? readError(body) : undefined
  const text = read ? JSON.stringify(read) : body.slice(0, READ_MAX)
  const code = read?.['code']
  return {
    code: typeof code === 'string' ? code.slice(0, 100) : null,
    body: maskSecrets(text).slice(0, STORED_MAX),
  }
}

function readError(body: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
    const { detail } = read as { detail?: unknown }
    return Array.isArray(detail) ? { ...read, detail: detail.map(withoutInput) } : { ...read }
  } catch {
    return undefined
  }
}

function withoutInput(violation: unknown): unknown {
  if (typeof violation !== 'object' || violation === null) return violation
  const { input: _, ...rest } = violation as { input?: unknown }
  return rest
}
