import type { ImportProgress } from '../../sources/directory/import/import.ts'
import { bar } from './progress-bar.ts'

/** Share of an import that reads and writes rows. The rest builds the search indexes, or only updates statistics. */
const ROWS_WHEN_BUILDING = 0.75
const ROWS_OTHERWISE = 0.95
/** Share that must be done before an estimate is useful. */
const ESTIMATED_FROM = 0.02

/** Formats the progress of an import: a bar, the current step and the remaining time. `share` is the share of rows done. */
export function createProgressLine(share: () => number, nowMs: () => number): (progress: ImportProgress) => string {
  const startedAt = nowMs()
  let first: { readonly done: number; readonly records: number } | undefined
  return ({ row, finishing, buildsIndexes }) => {
    const rows = buildsIndexes ? ROWS_WHEN_BUILDING : ROWS_OTHERWISE
    const done = finishing === undefined ? rows * Math.min(1, share()) : rows + (1 - rows) * finishing
    // A continued import does not start at 0.
    first ??= { done, records: row.records }
    const seconds = (nowMs() - startedAt) / 1000
    const rate = number(Math.round((row.records - first.records) / Math.max(seconds, 0.001)))
    const doing =
      finishing === undefined ? `${rate}/s` : buildsIndexes ? 'building the search indexes' : 'updating statistics'
    const percent = Math.floor(done * 100)
    const line = `${bar(percent)} ${percent} %  ${number(row.records)} rows  ${doing}`
    const made = done - first.done
    return made < ESTIMATED_FROM ? line : `${line}  ${duration((seconds * (1 - done)) / made)} left`
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
