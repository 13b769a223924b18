import type { Answer } from './exchange.ts'

/** A platform may say back what it was sent: what came in with the request as a secret does not go on in an error. */
export function scrub(answer: Answer, secrets: readonly (string | undefined)[]): Answer {
  let { text } = answer
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '[redacted]')
  return text === answer.text ? answer : { ...answer, text, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
