import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { GlobalOptions } from './global-options.ts'
import { select } from './jq.ts'
import { printRecord, printTable } from './table.ts'
import { UsageError } from './usage-error.ts'

export interface PrintOptions {
  readonly options: GlobalOptions
  /** Of a list. */
  readonly columns?: readonly string[] | undefined
}

/** Prints an answer as it was asked for. */
export async function print(answer: unknown, { options, columns }: PrintOptions): Promise<void> {
  if (answer instanceof Blob) return printBytes(answer, options)
  const text = formatForScripts(answer, options)
  if (options.output !== undefined) return writeFileSync(options.output, text ?? `${JSON.stringify(answer, null, 2)}\n`)
  if (text !== undefined) process.stdout.write(text)
  else if (isPage(answer)) await printPage(answer, columns)
  else await printRecord(answer)
}

/** Undefined when people are to read it. */
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

/** Receipts have no `id` but the id of their request. */
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
  if (has_more && next_cursor) note(`There are more: --all for all of them, or --cursor ${next_cursor}`)
}

async function printBytes(bytes: Blob, { output }: GlobalOptions): Promise<void> {
  if (output === undefined && process.stdout.isTTY)
    throw new UsageError('The answer is a file: name where to write it with --output, or send it into a pipe.')
  const buffer = Buffer.from(await bytes.arrayBuffer())
  if (output !== undefined) return writeFile(output, buffer)
  process.stdout.write(buffer)
}

/** A line beside the answer, for people. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}
