import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../docs/benchmarks.md')

const INTRODUCTION = `# Benchmarks

\`npm run bench -- NAME\` measures and rewrites its own section. Compare ratios from one run rather than figures of different machines.
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

/** Returns the section of docs/benchmarks.md. Bars are for the terminal only, see `formatBars`. */
export function formatSection({ title, text }: Report, machine: string): string {
  return [`## ${title}`, text.trim(), `Machine: ${machine}.`].join('\n\n')
}

export function formatBars({ bars }: Report): string {
  return bars
    .map((bar) => {
      const wanted = bar.atLeast === undefined ? `at most ${bar.atMost}` : `at least ${bar.atLeast}`
      return `- ${bar.what}: ${Number(bar.is.toFixed(2))} (bar: ${wanted}), ${isMet(bar) ? 'met' : 'MISSED'}`
    })
    .join('\n')
}

/** Replaces the lines between the markers of a bench, and leaves the rest of the file alone. */
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
