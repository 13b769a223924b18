import type { SourceEntry } from './rows.ts'

const KEPT_MAX = 1000
const kept = new Map<string, SourceEntry[]>()

/**
 * Parses the sources of a row. An import gives all its rows the same few lists, and parsing them again for each row was a
 * quarter of the cost of a search in this process (decision 0047). Rows share the lists, so nothing may change them.
 */
export function readSources(json: string): SourceEntry[] {
  let sources = kept.get(json)
  if (!sources) {
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(json, (sources = JSON.parse(json) as SourceEntry[]))
  }
  return sources
}
