import { basename, resolve } from 'node:path'
import type { Context } from '../kit/context.ts'
import { deleteSource } from '../sources/directory/import/delete-source.ts'
import { type ImportPlan, importPeople } from '../sources/directory/import/import.ts'
import { syntheticItems } from '../sources/directory/import/synthetic.ts'
import type { ImportRow } from '../sources/directory/sql/imports.ts'
import { readArguments, UsageError } from './arguments.ts'
import { openImportFile } from './import-file.ts'
import { createReport, type FileReport } from './import-report.ts'

export const IMPORT_USAGE = `quoin-server import people FILE [--source NAME] [--encoding NAME] [--report FILE]
quoin-server import people --synthetic N [--seed N]
quoin-server import forget SOURCE

  FILE         CSV with a header line, or one JSON object per line; docs/guides/people-directory.md lists the columns
  --source     the name of the data's origin in answers; the file's name by default
  --encoding   when the file is not UTF-8, such as windows-1252
  --report     the file for rejected rows with their line numbers; FILE.rejected.csv by default
  --synthetic  import N invented people, the same ones for the same --seed
  forget       remove people that only this source names, such as synthetic

An import that was stopped continues where it was when it is started again.`

/** Progress is written to standard error when that is a terminal; the result is the summary. */
export async function importCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['source', 'encoding', 'report', 'synthetic', 'seed'], IMPORT_USAGE)
  if (read.word(0) === 'forget') {
    const removed = await deleteSource(ctx.db, read.word(1), ctx.clock.now())
    return `Removed ${number(removed)} people that only ${read.word(1)} named.`
  }
  if (read.word(0) !== 'people') throw new UsageError(IMPORT_USAGE)
  const wanted = read.option('synthetic')
  if (wanted !== undefined) return importSynthetic(ctx, numberOf(wanted), numberOf(read.option('seed') ?? '0'))
  const path = read.word(1)
  const file = openImportFile(path, read.option('encoding'))
  const source = read.option('source') ?? basename(path)
  const report = createReport(resolve(read.option('report') ?? `${path}.rejected.csv`))
  const share = () => (file.bytes === 0 ? 1 : file.bytesRead() / file.bytes)
  const row = await importWithProgress(ctx, share, {
    id: `${file.fingerprint} ${source}`,
    source,
    items: file.items,
    report,
  })
  report.close()
  return [summarise(row), describeRejected(row, report), describeIgnored(file.ignored())].filter(Boolean).join('\n')
}

async function importSynthetic(ctx: Context, total: number, seed: number): Promise<string> {
  let made = 0
  const items = function* (from: number) {
    for (const item of syntheticItems(total, seed, from)) {
      made = item.line
      yield item
    }
  }
  const id = `synthetic ${total} ${seed}`
  return summarise(await importWithProgress(ctx, () => made / total, { id, source: 'synthetic', items }))
}

function numberOf(given: string): number {
  if (!/^\d{1,9}$/.test(given))
    throw new UsageError(`${JSON.stringify(given)} is not a whole number.\n\n${IMPORT_USAGE}`)
  return Number(given)
}

async function importWithProgress(ctx: Context, share: () => number, plan: ImportPlan): Promise<ImportRow> {
  const startedAt = performance.now()
  let first: number | undefined
  const isTerminal = process.stderr.isTTY
  const onProgress = (row: ImportRow) => {
    first ??= row.records
    const perSecond = Math.round(((row.records - first) / (performance.now() - startedAt)) * 1000)
    const percent = Math.floor(share() * 100)
    process.stderr.write(`\r${bar(percent)} ${percent} %  ${number(row.records)} rows  ${number(perSecond)}/s `)
  }
  const row = await importPeople(ctx.db, ctx.clock, { ...plan, ...(isTerminal && { onProgress }) })
  if (isTerminal) process.stderr.write('\r\u001b[K')
  return row
}

function bar(percent: number): string {
  return '█'.repeat(Math.round(percent / 5)).padEnd(20, '░')
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
  return columns.length === 0 ? '' : `Columns that were ignored: ${columns.join(', ')}.`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
