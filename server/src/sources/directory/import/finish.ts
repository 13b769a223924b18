import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../../kit/postgres/db.ts'
import { ensureSearchIndexes, findBuildProgress, type SearchIndex, tidyTables } from '../sql/indexes.ts'

/** Start and end of each index build, as shares of the time that finishing takes (measured with 150,000 people). */
const BUILD: Readonly<Record<SearchIndex, readonly [from: number, to: number]>> = {
  people_place: [0, 0.02],
  people_doc: [0.02, 0.63],
  people_marks: [0.63, 0.68],
  people_named: [0.68, 0.93],
  people_added: [0.93, 0.95],
}
/** The share of a build that reads the table; the rest merges the entries. */
const READING = 0.7
const POLL_MS = 250

/** Builds missing indexes, tidies the tables and reports progress. */
export async function finishTables(db: Pool, onShare?: (share: number) => void): Promise<void> {
  let building: SearchIndex | undefined
  const finished = new AbortController()
  const reports = onShare ? report(db, () => building, onShare, finished.signal) : undefined
  try {
    await ensureSearchIndexes(db, (name) => {
      building = name
    })
    building = undefined
    onShare?.(BUILD.people_added[1])
    await tidyTables(db)
  } finally {
    finished.abort()
    await reports
  }
  onShare?.(1)
}

async function report(
  db: Pool,
  building: () => SearchIndex | undefined,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  // PostgreSQL counts the rows of a build's phases from 0 again: the progress shown never goes back.
  let highest = 0
  while (!signal.aborted) {
    const name = building()
    const progress = name && (await findBuildProgress(db).catch(() => undefined))
    if (progress && name === building()) {
      const [from, to] = BUILD[name]
      highest = Math.max(highest, from + (to - from) * (READING * progress.read + (1 - READING) * progress.merged))
      onShare(highest)
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
}
