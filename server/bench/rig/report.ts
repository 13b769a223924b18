import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../docs/benchmarks.md')

const INTRODUCTION = `# Benchmarks

Each section is written by \`npm run bench -- NAME\`, which measures on the machine it names. Compare ratios, which come from
one run, rather than figures of different machines.
`

export interface Threshold {
  readonly what: string
  readonly is: number
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Report {
  readonly title: string
  readonly text: string
  readonly bars: readonly Threshold[]
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

export function isMet({ is, atLeast = -Infinity, atMost = Infinity }: Threshold): boolean {
  return is >= atLeast && is <= atMost
}

export function formatSection({ title, text, bars }: Report, machine: string): string {
  const judged = bars.map((bar) => {
    const wanted = bar.atLeast === undefined ? `at most ${bar.atMost}` : `at least ${bar.atLeast}`
    return `- ${bar.what}: ${Number(bar.is.toFixed(2))} (bar: ${wanted}), ${isMet(bar) ? 'met' : 'MISSED'}`
  })
  return [`## ${title}`, text.trim(), judged.join('\n'), `Machine: ${machine}.`].join('\n\n')
}

/** Each bench owns the lines between its markers and leaves the others' alone. */
export function writeSection(name: string, section: string): void {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const page = existsSync(file) ? readFileSync(file, 'utf8') : INTRODUCTION
  const block = `${begin}\n${section}\n${end}`
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  const next =
    from >= 0 && to > from
      ? page.slice(0, from) + block + page.slice(to + end.length)
      : `${page.trimEnd()}\n\n${block}\n`
  writeFileSync(file, next)
}
