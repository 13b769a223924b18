/** Returns whether the output is a terminal and colours are not disabled. */
export function isColoured(stream: NodeJS.WriteStream = process.stdout): boolean {
  return stream.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
}

const CODES = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33' } as const

export function paint(text: string, colour: keyof typeof CODES, stream?: NodeJS.WriteStream): string {
  return isColoured(stream) ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text
}

const GOOD = /^(active|connected|published|delivered|succeeded|ready|approved|found|open|paid|valid)$/
const BAD = /^(failed|dead|disabled|rejected|revoked|error|unconfirmed|disconnected|invalid)$/
const TEXT_MAX = 60

/** Prints a table on a terminal, and tab-separated lines with a header in a pipe. */
export async function printTable(rows: readonly unknown[], wanted?: readonly string[]): Promise<void> {
  const columns = wanted ?? pickColumns(rows)
  const cells = rows.map((row) => columns.map((name) => formatValue((Object(row) as Record<string, unknown>)[name])))
  if (!process.stdout.isTTY) {
    process.stdout.write([columns, ...cells].map((line) => `${line.map(flat).join('\t')}\n`).join(''))
    return
  }
  const { default: Table } = await import('cli-table3')
  const table = new Table({
    head: columns.map((name) => paint(name.toUpperCase(), 'dim')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    chars: PLAIN,
  })
  table.push(...cells.map((line) => line.map((text) => coloured(cut(flat(text), TEXT_MAX)))))
  process.stdout.write(`${table.toString().replace(/ +$/gm, '')}\n`)
}

const BORDERS = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
const LINES = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle']
const PLAIN = Object.fromEntries([...BORDERS, ...LINES].map((name) => [name, '']))

/** Prints one record with a line for each field. */
export async function printRecord(value: unknown): Promise<void> {
  const fields = flattenFields(value)
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  const text = fields.map(([name, shown]) => `${paint(name.padEnd(width), 'dim')}  ${coloured(shown)}\n`)
  process.stdout.write(text.join(''))
}

function flattenFields(value: unknown, prefix = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[prefix || 'value', formatValue(value)]]
  return Object.entries(value).flatMap(([name, inner]): [string, string][] => {
    const isRecord = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && prefix === ''
    return isRecord && Object.keys(inner as object).length > 0
      ? flattenFields(inner, `${name}.`)
      : [[`${prefix}${name}`, formatValue(inner)]]
  })
}

function pickColumns(rows: readonly unknown[]): string[] {
  const first = Object(rows[0]) as Record<string, unknown>
  const plain = Object.keys(first).filter((name) => typeof first[name] !== 'object' || first[name] === null)
  return (plain.length > 0 ? plain : Object.keys(first)).slice(0, 6)
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

/** Replaces control characters, which a terminal would interpret. */
function flat(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what it removes
  return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ')
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

function coloured(text: string): string {
  return GOOD.test(text) ? paint(text, 'green') : BAD.test(text) ? paint(text, 'red') : text
}
