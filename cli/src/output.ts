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
}

/** Prints a response in the requested format. */
export async function print(answer: unknown, { options, columns }: PrintOptions): Promise<void> {
  if (answer instanceof Blob) return printBytes(answer, options)
  const text = formatForScripts(answer, options)
  if (options.output !== undefined) return writeFileSync(options.output, text ?? `${JSON.stringify(answer, null, 2)}\n`)
  if (text !== undefined) process.stdout.write(text)
  else if (isPage(answer)) await printPage(answer, columns)
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

async function printPage({ data, has_more, next_cursor }: AnyPage, columns?: readonly string[]): Promise<void> {
  if (data.length === 0) return note('Nothing to show.')
  await printTable(data, columns)
  if (has_more && next_cursor)
    note(`There is more. Use --all for all of them, or --cursor ${next_cursor} for the next page.`)
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
