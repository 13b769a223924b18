type Cell = string | number | boolean | null | undefined

/** Flattens objects to columns by path (`company.name`), and lists to one text. */
export function flatten(value: unknown, path = ''): Record<string, Cell> {
  if (Array.isArray(value)) return { [path]: value.every(isPlain) ? value.join('; ') : JSON.stringify(value) }
  if (typeof value !== 'object' || value === null) return { [path]: value as Cell }
  const parts = Object.entries(value).map(([name, inner]) => flatten(inner, path ? `${path}.${name}` : name))
  return Object.assign({}, ...parts) as Record<string, Cell>
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Formats the items as CSV with the columns of all of them, in order of appearance. */
export function toCsv(items: readonly unknown[]): string {
  const rows = items.map((item) => flatten(item))
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map(csvRow).join('')
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Formats a cell. A text that a spreadsheet could run as a formula gets an apostrophe, as in the server's files. */
function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Offers a file for download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
