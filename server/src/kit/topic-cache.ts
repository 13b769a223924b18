import { BoundedCache, bytesOf } from './bounded-cache.ts'
import type { Control, Topic } from './invalidation.ts'

/** What is read with every call and changes rarely: kept until its topic is announced, half a minute at most. */
export interface Memo {
  get<T>(topic: Topic, key: string, load: () => Promise<T>): T | Promise<T>
}

interface Entry {
  readonly value: unknown
  readonly staleAt: number
}

const KEPT_MS = 30_000
const BYTES_MAX = 32 * 1_048_576

export function createMemo(control: Control): Memo {
  const topics = new Map<Topic, BoundedCache<Entry>>()
  const newCache = () => new BoundedCache<Entry>(BYTES_MAX)

  function entriesOf(topic: Topic): BoundedCache<Entry> {
    let entries = topics.get(topic)
    if (!entries) {
      topics.set(topic, (entries = newCache()))
      // A new cache instead of a cleared one: what is being loaded now lands in the old one and is forgotten with it.
      control.on(topic, () => topics.set(topic, newCache()))
    }
    return entries
  }

  return {
    get<T>(topic: Topic, key: string, load: () => Promise<T>) {
      const entries = entriesOf(topic)
      const found = entries.get(key)
      if (found && found.staleAt > Date.now()) return found.value as T
      return load().then((value) => {
        entries.set(key, { value, staleAt: Date.now() + KEPT_MS }, bytesOf(value))
        return value
      })
    },
  }
}
