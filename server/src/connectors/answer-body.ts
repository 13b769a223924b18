import type { PlatformResponse } from './exchange.ts'
import { PlatformError } from './platform-error.ts'

/** The JSON object of a success. On federated networks the server may be any program, so it is checked. */
export function readJsonBody({ status, text, body }: PlatformResponse, mutates: boolean): PlatformResponse['body'] {
  if (typeof body === 'object' && body !== null) return body
  if (text === '') return {}
  throw new PlatformError(mutates ? 'ambiguous' : 'unavailable', 'The server did not answer with JSON.', {
    platformResponse: { status },
  })
}
