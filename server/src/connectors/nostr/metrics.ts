import type { FoundPostMetrics, Metrics } from '../metrics.ts'
import { createSigner, isHex32, KIND, type NostrEvent, tagValues } from './event.ts'
import { collect, listRelayUrls } from './relays.ts'
import { readThread } from './thread.ts'

/** Posts in one question to each relay. */
const POSTS_PER_READ = 10
/** Each signature takes some milliseconds to check: of a post with more events, as many are counted. */
const EVENTS_PER_POST = 200

/** Counted from what the account's own relays have: no server knows the whole network. */
export const metrics: Metrics = {
  account: { daily: async () => [] },
  posts: {
    async read(session, externalIds) {
      const ids = externalIds.filter(isHex32)
      const found: FoundPostMetrics[] = []
      for (let at = 0; at < ids.length; at += POSTS_PER_READ) {
        const some = ids.slice(at, at + POSTS_PER_READ)
        const events = await collect(
          createSigner(session),
          listRelayUrls(session),
          { ids: some, kinds: [KIND.note] },
          ...some.flatMap((id) => [
            { kinds: [KIND.note, KIND.repost, KIND.reaction], '#e': [id], limit: EVENTS_PER_POST },
            { kinds: [KIND.note], '#q': [id], limit: EVENTS_PER_POST },
          ]),
        )
        const there = new Set(events.map(({ id }) => id))
        found.push(...some.filter((id) => there.has(id)).map((id) => countMetrics(id, events)))
      }
      return found
    },
  },
}

const people = (some: readonly NostrEvent[]) => new Set(some.map(({ pubkey }) => pubkey)).size

function countMetrics(id: string, events: readonly NostrEvent[]): FoundPostMetrics {
  const about = events.filter((event) => tagValues(event, 'e').includes(id))
  // The note that a reaction is about is the last one that it names (NIP-25). "-" is the opposite of a like.
  const likes = about.filter(
    (event) => event.kind === KIND.reaction && event.content !== '-' && tagValues(event, 'e').at(-1) === id,
  )
  const replies = about.filter((event) => {
    const thread = event.kind === KIND.note ? readThread(event) : undefined
    return thread?.root === id || thread?.parent === id
  })
  return {
    externalId: id,
    metrics: {
      likes: people(likes),
      comments: replies.length,
      shares: people(about.filter(({ kind }) => kind === KIND.repost)),
      quotes: events.filter((event) => event.kind === KIND.note && tagValues(event, 'q').includes(id)).length,
    },
  }
}
