import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Lasting } from '../kit/declare/route.ts'

/** Of an endpoint whose answer has an end. */
export const NO_LASTING: Lasting = { signal: new AbortController().signal, assertAllowed: async () => {} }

/** The answers that have no end of their own. */
export interface LastingAnswers {
  /** Aborted when the client is gone, or the server stops. */
  begin(reply: FastifyReply): AbortSignal
}

/** They end before the server waits for its running requests: otherwise it would wait for all of its drain time. */
export function trackLasting(app: FastifyInstance): LastingAnswers {
  const open = new Set<AbortController>()
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    for (const answer of open) answer.abort()
    done()
  })
  return {
    begin({ raw }) {
      const answer = new AbortController()
      open.add(answer)
      raw.once('close', () => {
        open.delete(answer)
        answer.abort()
      })
      if (isStopping || raw.closed) answer.abort()
      return answer.signal
    },
  }
}
