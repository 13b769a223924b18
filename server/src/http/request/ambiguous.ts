import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/declare/errors.ts'

/** Headers of which Node keeps the first: a proxy in front may have read another one. */
const SINGLE = new Set(['host', 'authorization', 'content-type'])

/** Returns the error of a request that two readers could understand differently. */
export function findAmbiguity({ rawHeaders }: IncomingMessage): ApiError | undefined {
  const seen: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (!SINGLE.has(name)) continue
    if (seen.includes(name)) return new ApiError('bad_request', `The header ${name} was sent twice. Send it once.`)
    seen.push(name)
  }
  return undefined
}
