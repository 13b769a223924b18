import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { csvRow } from '../../kit/csv/csv.ts'
import type { ImportReport, RejectedRow } from '../../sources/directory/import/import.ts'

export interface FileReport extends ImportReport {
  /** First few rejected rows, for the summary. */
  readonly first: RejectedRow[]
  readonly path: string
  close(): void
}

const SHOWN = 10

/** Writes rejected rows to a CSV file, which is created with the first one. */
export function createReport(path: string): FileReport {
  const first: RejectedRow[] = []
  let file: number | undefined
  let bytes = 0
  return {
    first,
    path,
    open(length) {
      bytes = length
      if (length === 0) return
      file = openSync(path, 'r+')
      ftruncateSync(file, length)
    },
    write(rejected) {
      first.push(...rejected.slice(0, SHOWN - first.length))
      const rows = rejected.map(({ line, field, reason }) => csvRow([line, field, reason]))
      file ??= openSync(path, 'w')
      const text = Buffer.from((bytes === 0 ? csvRow(['line', 'field', 'reason']) : '') + rows.join(''))
      bytes += writeSync(file, text, 0, text.length, bytes)
      return bytes
    },
    close: () => void (file !== undefined && closeSync(file)),
  }
}
