/** A record of a CSV file with the line it starts on, or the error on that line. */
export type CsvItem =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly error: string }

export interface CsvReader {
  /** Returns the records that are complete after this piece of text. */
  push(text: string): CsvItem[]
  /** Returns the remaining records at the end of the text. */
  end(): CsvItem[]
}

const RECORD_MAX = 1 << 20

/**
 * Reads RFC 4180 piece by piece, with any line endings and with the stray quotes of real files. An unclosed quote costs only
 * its own line, not the rest of the file: reading continues at the next line.
 */
export function createCsvReader(delimiter: string): CsvReader {
  let rest = ''
  /** An incomplete record is read again only when its length has doubled, so that reading stays linear. */
  let readAgainAt = 0
  let line = 1
  let isSkipping = false

  /** Returns the start of the next line, or the end of the text when that is not known yet. */
  function skipLine(text: string, from: number): number {
    const end = text.indexOf('\n', from)
    isSkipping = end < 0
    if (end >= 0) line++
    return end < 0 ? text.length : end + 1
  }

  function read(text: string, isLast: boolean): CsvItem[] {
    const items: CsvItem[] = []
    let at = isSkipping ? skipLine(text, 0) : 0
    while (at < text.length) {
      const record = readRecord(text, at, delimiter, isLast)
      if (record) {
        if (record.cells.length > 1 || record.cells[0] !== '') items.push({ line, cells: record.cells })
        line += record.lines
        at = record.end
        continue
      }
      if (!isLast && text.length - at <= RECORD_MAX) break
      items.push({
        line,
        error: isLast ? 'a quote is opened here but not closed' : 'the record that starts here does not end',
      })
      at = skipLine(text, at)
    }
    rest = text.slice(at)
    readAgainAt = Math.min(2 * rest.length, RECORD_MAX + 1)
    return items
  }

  return {
    push(text) {
      rest += text
      return rest.length < readAgainAt ? [] : read(rest, false)
    },
    end: () => read(rest, true),
  }
}

interface CsvRecord {
  readonly cells: string[]
  readonly lines: number
  readonly end: number
}

/** Returns undefined when the record does not end in this text. */
function readRecord(text: string, start: number, delimiter: string, isLast: boolean): CsvRecord | undefined {
  const cells: string[] = []
  let lines = 1
  for (let at = start; ; ) {
    const quoted = text[at] === '"' ? readQuoted(text, at, delimiter) : undefined
    if (quoted === 'open') return undefined
    const end = quoted?.end ?? findCellEnd(text, at, delimiter)
    if (end === text.length && !isLast) return undefined
    cells.push(quoted?.value ?? text.slice(at, end))
    if (quoted) lines += quoted.lines
    if (text[end] === delimiter) {
      at = end + 1
      continue
    }
    // The line feed after a carriage return may come with the next piece.
    if (text[end] === '\r' && end + 1 === text.length && !isLast) return undefined
    return { cells, lines, end: end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1) }
  }
}

/** Returns undefined when text follows the closing quote: the quotes are part of the cell then. */
function readQuoted(text: string, start: number, delimiter: string) {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) return 'open'
  const next = text[end + 1]
  if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r') return undefined
  const value = text.slice(start + 1, end).replaceAll('""', '"')
  return { value, end: end + 1, lines: linesIn(value) }
}

function findCellEnd(text: string, start: number, delimiter: string): number {
  const stop = delimiter.charCodeAt(0)
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === stop || code === 10 || code === 13) return at
  }
  return text.length
}

function linesIn(value: string): number {
  return value.includes('\n') ? value.split('\n').length - 1 : value.split('\r').length - 1
}

/** Returns the separator of the column names. */
export function detectDelimiter(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((separator) => [separator, bare.split(separator).length] as const)
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}
