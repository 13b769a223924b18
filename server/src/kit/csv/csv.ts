type Cell = string | number | boolean | null | undefined

/** Writes RFC 4180. A text that a spreadsheet could run as a formula gets an apostrophe; numbers stay numbers. */
export function formatCsv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  let text = csvRow(header)
  for (const row of rows) text += csvRow(row)
  return text
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Spreadsheets skip blanks and invisible characters before the sign, and accept its full-width and small forms. */
function isFormula(cell: string): boolean {
  const [, blank = '', sign = ''] = /^([\s\p{C}]*)(.?)/u.exec(cell) ?? []
  return /^[=+\-@]/.test(sign.normalize('NFKC')) || /^[\t\r]/.test(blank)
}
