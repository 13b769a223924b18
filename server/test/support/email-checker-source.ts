import { SourceError } from '../../src/kit/sources.ts'
import type { VerifiedEmail } from '../../src/sources/actions.ts'
import type { Source } from '../../src/sources/source.ts'

/** A source that asks the checker of `job-scene.ts` over HTTP, from any process. */
export function checkerAt(url: string): Source<{ email: string }, VerifiedEmail> {
  return {
    id: 'checker',
    label: 'The checker',
    action: 'contacts/verify-email',
    lineage: 'checker',
    needs: [],
    costMicros: 0,
    timeoutMs: 20_000,
    perSecond: 100_000,
    ask: async ({ email }, { http, ticket, now }) => {
      const reply = await http({ url: `${url}/?email=${email}${ticket === undefined ? '' : `&ticket=${ticket}`}` })
      if (reply.status === 404) return { outcome: 'not_found' }
      if (reply.status === 202) return { outcome: 'pending', ticket: 't', retryAfterMs: 60_000 }
      if (reply.status === 400) throw new SourceError('rejected', 'This is not an address to ask about.')
      if (reply.status !== 200) throw new SourceError('unavailable', `status ${reply.status}`)
      const { status } = JSON.parse(reply.body.toString())
      const facts = { sub_status: null, mx: null, catch_all: null, disposable: false, role: false }
      return { outcome: 'found', data: { email, status, ...facts, checked_at: now.toISOString() } }
    },
  }
}
