import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { ALL_WORKSPACES, writeAudit } from '../../domains/identity/audit/service.ts'
import type { Context } from '../../kit/context.ts'
import { csvRow } from '../../kit/csv/csv.ts'
import { deleteSource } from '../../sources/directory/import/delete-source.ts'
import {
  type ImportPlan,
  type ImportProgress,
  type ImportReport,
  importPeople,
  type RejectedRow,
} from '../../sources/directory/import/import.ts'
import { syntheticItems } from '../../sources/directory/import/synthetic.ts'
import type { ImportRow } from '../../sources/directory/sql/imports.ts'
import { actorAndReason, type Output, type RunOnContext, UsageError } from '../command.ts'
import { openImportFile } from './import-file.ts'
import { bar } from './progress-bar.ts'

const SHOWN = 10

/** Writes progress to standard error on a terminal, and returns a summary. */
export const importFrom: RunOnContext = async (ctx, { words: [path], options }) => {
  const { synthetic, seed, source: named, encoding, report: reported } = options
  if ((path === undefined) === (synthetic === undefined))
    throw new UsageError('Pass either a file to import, or --synthetic with the number of invented people.')
  if (path === undefined) return importSynthetic(ctx, Number(synthetic), Number(seed))
  const file = openImportFile(path, encoding)
  const source = named ?? basename(path)
  const report = createReport(resolve(reported ?? `${path}.rejected.csv`))
  const share = () => (file.bytes === 0 ? 1 : file.bytesRead() / file.bytes)
  const row = await importWithProgress(ctx, share, {
    id: `${file.fingerprint} ${source}`,
    source,
    items: file.items,
    report,
  })
  report.close()
  const ignored = file.ignored()
  return {
    text: [summarise(row), describeRejected(row, report), describeIgnored(ignored)].filter(Boolean).join('\n'),
    data: { ...row, rejected_file: row.rejected > 0 ? report.path : null, ignored_columns: ignored },
  }
}

/** Writes the audit entry first, because people are deleted in batches and each deletion must have its entry. */
export const forget: RunOnContext = async (ctx, { words: [source = ''], options }) => {
  const by = actorAndReason(options)
  await writeAudit(ctx, ctx.db, ALL_WORKSPACES, { by, action: 'directory.forget', detail: { source } })
  const removed = await deleteSource(ctx.directory, source, ctx.clock.now())
  return {
    text: `Removed ${number(removed)} ${removed === 1 ? 'person' : 'people'} known only from ${source}.`,
    data: { source, removed },
  }
}

async function importSynthetic(ctx: Context, total: number, seed: number): Promise<Output> {
  let made = 0
  const items = function* (from: number) {
    for (const item of syntheticItems(total, seed, from)) {
      made = item.line
      yield item
    }
  }
  const id = `synthetic ${total} ${seed}`
  const row = await importWithProgress(ctx, () => made / total, { id, source: 'synthetic', items })
  return { text: summarise(row), data: row }
}

async function importWithProgress(ctx: Context, share: () => number, plan: ImportPlan): Promise<ImportRow> {
  const isTerminal = process.stderr.isTTY
  const formatProgress = createProgressLine(share, () => performance.now())
  const onProgress = (progress: ImportProgress) => process.stderr.write(`\r\u001b[K${formatProgress(progress)}`)
  const row = await importPeople(ctx.directory, ctx.clock, { ...plan, ...(isTerminal && { onProgress }) })
  if (isTerminal) process.stderr.write('\r\u001b[K')
  return row
}

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
    return made < ESTIMATED_FROM ? line : `${line}  ${formatDuration((seconds * (1 - done)) / made)} left`
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

function summarise(row: ImportRow): string {
  const suppressed = row.suppressed > 0 ? `, ${number(row.suppressed)} suppressed` : ''
  return `Read ${number(row.records)} rows of ${row.source}: ${number(row.added)} added, ${number(row.updated)} updated, ${number(row.unchanged)} unchanged${suppressed}, ${number(row.rejected)} rejected.`
}

function describeRejected({ rejected }: ImportRow, { first, path }: FileReport): string {
  if (rejected === 0) return ''
  const lines = first.map(({ line, reason }) => `  line ${line}: ${reason}`)
  const more = rejected > first.length ? ['  ...'] : []
  return [...lines, ...more, `All ${number(rejected)} rejected rows are in ${path}.`].join('\n')
}

function describeIgnored(columns: readonly string[]): string {
  return columns.length === 0 ? '' : `Ignored columns: ${columns.join(', ')}.`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

interface FileReport extends ImportReport {
  /** First few rejected rows, for the summary. */
  readonly first: RejectedRow[]
  readonly path: string
  close(): void
}

/** Writes rejected rows to a CSV file, which is created with the first one. */
function createReport(path: string): FileReport {
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
