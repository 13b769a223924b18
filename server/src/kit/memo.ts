import type { Control, Topic } from './control.ts'

/** What is read with every call and changes rarely: kept until its topic is announced, half a minute at most. */
export interface Memo {
  get<T>(topic: Topic, key: string, load: () => Promise<T>): T | Promise<T>
}

interface Entry {
  readonly value: unknown
  readonly staleAt: number
}

const KEPT_MS = 30_000
const ENTRIES_MAX = 10_000

export function createMemo(control: Control): Memo {
  const topics = new Map<Topic, Map<string, Entry>>()

  function entriesOf(topic: Topic): Map<string, Entry> {
    let entries = topics.get(topic)
    if (!entries) {
      topics.set(topic, (entries = new Map()))
      // A new map instead of a cleared one: what is being loaded now lands in the old one and is forgotten with it.
      control.on(topic, () => topics.set(topic, new Map()))
    }
    return entries
  }

  return {
    get<T>(topic: Topic, key: string, load: () => Promise<T>) {
      const entries = entriesOf(topic)
      const found = entries.get(key)
      if (found && found.staleAt > Date.now()) return found.value as T
      return load().then((value) => {
        if (entries.size >= ENTRIES_MAX) entries.clear()
        entries.set(key, { value, staleAt: Date.now() + KEPT_MS })
        return value
      })
    },
  }
}
