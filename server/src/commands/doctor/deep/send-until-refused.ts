import type { HttpReply, Problem } from './http-client.ts'

/** Higher limits are not tried: the calls would be a burden for the server. */
export const BURST_TRIED_MAX = 1000
const PARALLEL = 40

/**
 * Repeats a call until it gets 429, and returns that response. Returns undefined when the limit refills faster than calls are
 * made, as over a slow connection, or when several processes count separately.
 */
export async function sendUntilRefused(
  burst: number,
  send: () => Promise<HttpReply<Problem>>,
): Promise<HttpReply<Problem> | undefined> {
  let left = 2 * burst + 2 * PARALLEL
  let refusal: HttpReply<Problem> | undefined
  async function work(): Promise<void> {
    while (!refusal && left-- > 0) {
      const reply = await send()
      if (reply.status === 429) refusal ??= reply
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return refusal
}
