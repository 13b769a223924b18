import type { Answer } from './exchange.ts'
import { PlatformError } from './failure.ts'

/** A platform may say back what it was sent: what came in with the request as a secret does not go on in an error. */
export function scrub(answer: Answer, secrets: readonly (string | undefined)[]): Answer {
  let { text } = answer
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '[redacted]')
  return text === answer.text ? answer : { ...answer, text, body: parse(text) }
}

/** The members of a success. Anybody may run a server, and not each is what it was said to be. */
export function bodyOf({ status, text, body }: Answer, mutates: boolean): Answer['body'] {
  if (typeof body === 'object' && body !== null) return body
  if (text === '') return {}
  throw new PlatformError(mutates ? 'ambiguous' : 'unavailable', 'The server answered with something else than JSON.', {
    platformResponse: { status },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
