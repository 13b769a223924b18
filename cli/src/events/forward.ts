import type { StreamedEvent } from '../../../sdk/src/follow.ts'
import { pause } from '../../../sdk/src/send.ts'
import { signTestWebhook } from '../../../sdk/src/webhooks.ts'

export interface ForwardTarget {
  readonly url: string
  readonly secret: string
  readonly signal: AbortSignal
  /** Called when the receiver cannot be reached. The event is retried. */
  readonly onUnreachable?: (reason: string) => void
}

export interface ForwardResult {
  readonly status: number
  readonly ms: number
}

const ANSWER_MS = 30_000
const RETRY_MAX_MS = 5000

/** Sends an event as the server would, with a fresh signature. Waits for a receiver that is not running; any response counts. */
export async function forward(event: StreamedEvent, target: ForwardTarget): Promise<ForwardResult> {
  for (let failures = 0; ; failures++) {
    try {
      return await sendSigned(event, target)
    } catch (error) {
      target.signal.throwIfAborted()
      const { message, cause } = error as Error
      if (!target.onUnreachable) throw error
      if (failures === 0) target.onUnreachable((cause as Error | undefined)?.message || message)
      await pause(Math.min(RETRY_MAX_MS, 250 * 2 ** failures), target.signal)
    }
  }
}

async function sendSigned({ id, body }: StreamedEvent, { url, secret, signal }: ForwardTarget): Promise<ForwardResult> {
  const startedAt = performance.now()
  const signed = await signTestWebhook(body, secret, { eventId: id })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'quoin-listen', ...signed },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  })
  await response.arrayBuffer()
  return { status: response.status, ms: Math.round(performance.now() - startedAt) }
}
