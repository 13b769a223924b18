import type { FoundPostMetrics, Metrics } from '../metrics.ts'
import { createSigner, isHex32, KIND, listTagValues, type NostrEvent } from './event.ts'
import { collect, listRelayUrls } from './relays.ts'
import { readThread } from './thread.ts'

/** Posts in one query to each relay. */
const POSTS_PER_READ = 10
/** Checking a signature takes some milliseconds, so at most this many events of a post are counted. */
const EVENTS_PER_POST = 200

/** Counts the events on the account's own relays: no server knows the whole network. */
export const metrics: Metrics = {
  account: { daily: async () => [] },
  posts: {
    async read(session, externalIds) {
      const ids = externalIds.filter(isHex32)
      const found: FoundPostMetrics[] = []
      for (let at = 0; at < ids.length; at += POSTS_PER_READ) {
        const chunk = ids.slice(at, at + POSTS_PER_READ)
        const events = await collect(createSigner(session), listRelayUrls(session), [
          { ids: chunk, kinds: [KIND.note] },
          ...chunk.flatMap((id) => [
            { kinds: [KIND.note, KIND.repost, KIND.reaction], '#e': [id], limit: EVENTS_PER_POST },
            { kinds: [KIND.note], '#q': [id], limit: EVENTS_PER_POST },
          ]),
        ])
        const present = new Set(events.map(({ id }) => id))
        found.push(...chunk.filter((id) => present.has(id)).map((id) => countMetrics(id, events)))
      }
      return found
    },
  },
}

const countPeople = (events: readonly NostrEvent[]) => new Set(events.map(({ pubkey }) => pubkey)).size

function countMetrics(id: string, events: readonly NostrEvent[]): FoundPostMetrics {
  const about = events.filter((event) => listTagValues(event, 'e').includes(id))
  // A reaction is about the last note that it names (NIP-25). "-" is a dislike.
  const likes = about.filter(
    (event) => event.kind === KIND.reaction && event.content !== '-' && listTagValues(event, 'e').at(-1) === id,
  )
  const replies = about.filter((event) => {
    const thread = event.kind === KIND.note ? readThread(event) : undefined
    return thread?.root === id || thread?.parent === id
  })
  return {
    externalId: id,
    metrics: {
      likes: countPeople(likes),
      comments: replies.length,
      shares: countPeople(about.filter(({ kind }) => kind === KIND.repost)),
      quotes: events.filter((event) => event.kind === KIND.note && listTagValues(event, 'q').includes(id)).length,
    },
  }
}
