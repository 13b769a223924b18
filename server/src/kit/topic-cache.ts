import { BoundedCache, estimateBytes } from './bounded-cache.ts'
import type { Invalidation, Topic } from './invalidation.ts'

/** Caches values that every call reads and that rarely change, until their topic is announced, for at most half a minute. */
export interface TopicCache {
  get<T>(topic: Topic, key: string, load: () => Promise<T>): T | Promise<T>
}

interface Entry {
  readonly value: unknown
  readonly staleAt: number
}

const TTL_MS = 30_000
const BYTES_MAX = 32 * 1_048_576

export function createTopicCache(invalidation: Invalidation): TopicCache {
  const topics = new Map<Topic, BoundedCache<Entry>>()
  const newCache = () => new BoundedCache<Entry>(BYTES_MAX)

  function getEntries(topic: Topic): BoundedCache<Entry> {
    let entries = topics.get(topic)
    if (!entries) {
      topics.set(topic, (entries = newCache()))
      // A new cache instead of a cleared one: a value that is being loaded goes into the old cache and is dropped with it.
      invalidation.on(topic, () => topics.set(topic, newCache()))
    }
    return entries
  }

  return {
    get<T>(topic: Topic, key: string, load: () => Promise<T>) {
      const entries = getEntries(topic)
      const found = entries.get(key)
      if (found && found.staleAt > Date.now()) return found.value as T
      return load().then((value) => {
        entries.set(key, { value, staleAt: Date.now() + TTL_MS }, estimateBytes(value))
        return value
      })
    },
  }
}
