import type { Answer } from './exchange.ts'
import { PlatformError } from './platform-error.ts'

/** Platforms may repeat a request in an error: this removes the secrets of the request from the answer. */
export function redactSecrets(answer: Answer, secrets: readonly (string | undefined)[]): Answer {
  let { text } = answer
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '[redacted]')
  return text === answer.text ? answer : { ...answer, text, body: parse(text) }
}

/** The JSON object of a success. On federated networks the server may be any program, so it is checked. */
export function readJsonBody({ status, text, body }: Answer, mutates: boolean): Answer['body'] {
  if (typeof body === 'object' && body !== null) return body
  if (text === '') return {}
  throw new PlatformError(mutates ? 'ambiguous' : 'unavailable', 'The server did not answer with JSON.', {
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
