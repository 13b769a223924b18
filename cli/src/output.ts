import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { GlobalOptions } from './global-options.ts'
import { select } from './jq.ts'
import { printRecord, printTable } from './table.ts'
import { UsageError } from './usage-error.ts'

export interface PrintOptions {
  readonly options: GlobalOptions
  /** Columns of a list. */
  readonly columns?: readonly string[] | undefined
  /** The answer has the items of all pages that could be read. */
  readonly isAll?: boolean
}

/** Throws if the response could not be printed. Checked before the call, which may cost credits. */
export function assertPrintable({ jq }: GlobalOptions): void {
  if (jq !== undefined) select(null, jq)
}

/** Prints a response in the requested format. */
export async function print(answer: unknown, { options, columns, isAll = false }: PrintOptions): Promise<void> {
  if (answer instanceof Blob) return printBytes(answer, options)
  const text = formatForScripts(answer, options)
  if (options.output !== undefined) return writeText(options.output, text ?? `${JSON.stringify(answer, null, 2)}\n`)
  if (text !== undefined) process.stdout.write(text)
  else if (isPage(answer)) await printPage(answer, columns, isAll)
  else await printRecord(answer)
}

/** Formats a response for scripts. Returns undefined if it should be shown to people. */
function formatForScripts(answer: unknown, { jq, json, quiet }: GlobalOptions): string | undefined {
  if (jq !== undefined) return formatLines(select(answer, jq))
  if (json) return `${JSON.stringify(answer, null, 2)}\n`
  if (quiet) return formatLines(listIds(answer))
  return typeof answer === 'string' ? answer : undefined
}

function formatLines(values: readonly unknown[]): string {
  return values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')
}

interface AnyPage {
  readonly data: readonly unknown[]
  readonly has_more?: boolean
  readonly next_cursor?: string | null
}

function isPage(answer: unknown): answer is AnyPage {
  return Array.isArray((answer as Partial<AnyPage> | null)?.data)
}

/** Returns the ids of a response. A receipt has a `request_id` instead of an `id`. */
function listIds(answer: unknown): unknown[] {
  const items = isPage(answer) ? answer.data : [answer]
  return items.flatMap((item) => {
    const { id, request_id } = Object(item) as { id?: unknown; request_id?: unknown }
    return id ?? request_id ?? []
  })
}

async function printPage(
  { data, has_more, next_cursor }: AnyPage,
  columns: readonly string[] | undefined,
  isAll: boolean,
): Promise<void> {
  if (data.length === 0) return note('Nothing to show.')
  await printTable(data, columns)
  if (has_more && next_cursor && !isAll)
    note(`There is more. Use --all for all of them, or --cursor ${next_cursor} for the next page.`)
}

/** Writes a file. If that fails, the text goes to standard output: the response may have cost credits. */
function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    process.stdout.write(text)
    throw error
  }
}

async function printBytes(bytes: Blob, { output }: GlobalOptions): Promise<void> {
  if (output === undefined && process.stdout.isTTY)
    throw new UsageError('The response is a file. Use --output to save it, or pipe it.')
  const buffer = Buffer.from(await bytes.arrayBuffer())
  if (output !== undefined) return writeFile(output, buffer)
  process.stdout.write(buffer)
}

/** Prints a line for people on standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Prints what a call cost, unless it was free. */
export function noteCharge(credits: number): void {
  if (credits > 0) note(`${credits} ${credits === 1 ? 'credit' : 'credits'} charged.`)
}
