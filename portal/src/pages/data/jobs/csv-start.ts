/** The first rows of a file, for choosing its columns. */
export interface CsvStart {
  readonly delimiter: string
  readonly rows: readonly (readonly string[])[]
  /** Offset of the second row. */
  readonly afterFirst: number
}

const SEPARATORS = [',', ';', '\t', '|']

/** Reads the first rows of a CSV text; the server reads all of it. */
export function readCsvStart(text: string, count: number): CsvStart {
  const delimiter = detectDelimiter(text.slice(0, text.search(/[\r\n]|$/)))
  const rows: string[][] = []
  let afterFirst = 0
  for (let at = 0; at < text.length && rows.length < count; ) {
    const { cells, end } = readRow(text, at, delimiter)
    at = end
    if (cells.length === 1 && cells[0] === '') continue
    rows.push(cells)
    if (rows.length === 1) afterFirst = end
  }
  return { delimiter, rows, afterFirst }
}

function detectDelimiter(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((each) => bare.split(each).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

function readRow(text: string, start: number, delimiter: string): { cells: string[]; end: number } {
  const cells: string[] = []
  for (let at = start; ; ) {
    const { value, end } = readCell(text, at, delimiter)
    cells.push(value)
    if (text[end] === delimiter) at = end + 1
    else return { cells, end: end + (text.startsWith('\r\n', end) ? 2 : 1) }
  }
}

function readCell(text: string, start: number, delimiter: string): { value: string; end: number } {
  if (text[start] === '"') {
    let end = text.indexOf('"', start + 1)
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
    const next = text[end + 1]
    // A quote in the middle of a text is literal.
    if (end >= 0 && (next === undefined || next === delimiter || next === '\n' || next === '\r'))
      return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
  }
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { value: text.slice(start, end), end }
}
