import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import { type CsvItem, createCsvReader, detectDelimiter } from '../../kit/csv/csv-reader.ts'
import { type Field, findImportField, type RawPerson } from '../../sources/directory/import/fields.ts'
import type { ImportItem } from '../../sources/directory/import/import.ts'
import { UsageError } from '../command.ts'

export interface ImportFile {
  /** Hash of the file's start, end and length. The same file under another name has the same hash. */
  readonly fingerprint: string
  readonly bytes: number
  bytesRead(): number
  /** Returns the columns that are not imported. Known once the file has been read. */
  ignored(): string[]
  readonly items: (from: number) => AsyncGenerator<ImportItem>
}

const SAMPLE_BYTES = 1 << 16

/** Opens a file of people: CSV with a header, or a JSON object per line. */
export function openImportFile(path: string, encoding: string | undefined): ImportFile {
  const { head, tail, bytes } = readSamples(path)
  const decoder = createDecoder(head, encoding)
  const start = createDecoder(head, encoding).decode(head, { stream: true })
  const ignored = new Set<string>()
  const readItems = createItemReader(start, ignored)
  let bytesRead = 0

  async function* texts(): AsyncGenerator<string> {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
      bytesRead += (chunk as Buffer).length
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
    yield decoder.decode()
  }

  return {
    bytes,
    fingerprint: createHash('sha256').update(`${bytes} ${decoder.encoding} `).update(head).update(tail).digest('hex'),
    bytesRead: () => bytesRead,
    ignored: () => [...ignored],
    async *items(from) {
      let n = 0
      for await (const item of readItems(texts())) if (n++ >= from) yield item
    },
  }
}

function readSamples(path: string) {
  try {
    const bytes = statSync(path).size
    const file = openSync(path, 'r')
    const [head, tail] = [0, Math.max(0, bytes - SAMPLE_BYTES)].map((at) => {
      const sample = Buffer.alloc(Math.min(SAMPLE_BYTES, bytes - at))
      readSync(file, sample, 0, sample.length, at)
      return sample
    })
    closeSync(file)
    return { head: head ?? Buffer.alloc(0), tail: tail ?? Buffer.alloc(0), bytes }
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${(error as Error).message}.`)
  }
}

/** Uses the encoding of --encoding, of the byte order mark, or UTF-8. */
function createDecoder(head: Buffer, encoding: string | undefined): InstanceType<typeof TextDecoder> {
  const marked =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
  if (encoding === undefined && marked === undefined && head.includes(0))
    throw new UsageError('The file is not UTF-8. If it is text, set its encoding, for example --encoding utf-16le.')
  try {
    return new TextDecoder(encoding ?? marked ?? 'utf-8')
  } catch {
    throw new UsageError(
      `Unknown encoding ${JSON.stringify(encoding)}. Use, for example, utf-8, utf-16le or windows-1252.`,
    )
  }
}

type ReadItems = (texts: AsyncIterable<string>) => AsyncGenerator<ImportItem>

function createItemReader(start: string, ignored: Set<string>): ReadItems {
  const text = start.trimStart()
  if (text.startsWith('['))
    throw new UsageError('The file is a JSON array, but must have one object per line. Convert it with jq -c ".[]".')
  return text.startsWith('{')
    ? (texts) => readJson(texts, ignored)
    : (texts) => readCsv(texts, detectDelimiter(text.split(/[\r\n]/)[0] ?? ''), ignored)
}

const NOT_UTF8 = 'this is not UTF-8 text: save the file as UTF-8, or set its encoding, such as --encoding windows-1252'

async function* readCsv(
  texts: AsyncIterable<string>,
  delimiter: string,
  ignored: Set<string>,
): AsyncGenerator<ImportItem> {
  const reader = createCsvReader(delimiter)
  let fields: (Field | undefined)[] | undefined
  const take = function* (items: readonly CsvItem[]): Generator<ImportItem> {
    for (const item of items) {
      if ('error' in item) yield item
      else if (fields) yield toImportItem(item.line, item.cells, fields)
      else fields = readHeaderFields(item.cells, ignored)
    }
  }
  for await (const text of texts) yield* take(reader.push(text))
  yield* take(reader.end())
}

function readHeaderFields(cells: readonly string[], ignored: Set<string>): (Field | undefined)[] {
  const fields = cells.map(findImportField)
  for (const [at, name] of cells.entries()) if (!fields[at] && name.trim() !== '') ignored.add(name.trim())
  if (!fields.some((field) => field === 'full_name' || field === 'first_name' || field === 'last_name'))
    throw new UsageError(
      `The first line must name the columns, but none of these is a person's name: ${cells.slice(0, 12).join(', ')}. Add full_name, or first_name and last_name.`,
    )
  return fields
}

function toImportItem(line: number, cells: readonly string[], fields: readonly (Field | undefined)[]): ImportItem {
  if (cells.length > fields.length)
    return { line, error: `there are ${cells.length} cells for ${fields.length} columns` }
  const raw: RawPerson = {}
  for (let at = 0; at < cells.length; at++) {
    const field = fields[at]
    const cell = cells[at]
    if (!field || !cell) continue
    if (cell.includes('\uFFFD')) return { line, error: NOT_UTF8 }
    raw[field] ??= cell
  }
  return { line, raw }
}

const LINE_CHARS_MAX = 1 << 20

async function* readJson(texts: AsyncIterable<string>, ignored: Set<string>): AsyncGenerator<ImportItem> {
  const readKey = createKeyReader(ignored)
  let rest = ''
  let line = 0
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) {
      line++
      if (each.trim() !== '') yield readObject(each, line, readKey)
    }
    if (rest.length > LINE_CHARS_MAX * 16)
      throw new UsageError(`Line ${line + 1} does not end. The file must have one JSON object per line.`)
  }
  if (rest.trim() !== '') yield readObject(rest, line + 1, readKey)
}

type ReadKey = (key: string) => Field | undefined

function createKeyReader(ignored: Set<string>): ReadKey {
  const known = new Map<string, Field | undefined>()
  return (key) => {
    if (!known.has(key)) {
      known.set(key, findImportField(key))
      if (!known.get(key)) ignored.add(key)
    }
    return known.get(key)
  }
}

function readObject(text: string, line: number, fieldOfKey: ReadKey): ImportItem {
  if (text.length > LINE_CHARS_MAX) return { line, error: 'the line is longer than a megabyte' }
  if (text.includes('\uFFFD')) return { line, error: NOT_UTF8 }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { line, error: 'this is not JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, error: 'this is not a JSON object' }
  const raw: RawPerson = {}
  for (const [key, given] of flatten(value)) {
    const field = fieldOfKey(key)
    if (field && given !== null && given !== '') raw[field] ??= given
  }
  return { line, raw }
}

/** Flattens the API's own format, so that its responses can be imported: `company: {name}` becomes `company_name`. */
function* flatten(value: object): Generator<[string, unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const isGroup = (key === 'company' || key === 'location') && typeof inner === 'object' && inner !== null
    if (!isGroup) yield [key, inner]
    else for (const [name, each] of Object.entries(inner)) yield [key === 'company' ? `company_${name}` : name, each]
  }
}
