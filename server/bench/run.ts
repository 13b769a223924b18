import { globSync } from 'node:fs'
import { describeMachine } from './rig/machine.ts'
import { formatBars, formatSection, isMet, type Report, writeSection } from './rig/report.ts'

/** `npm run bench -- NAME...`: measures, prints figures and bars, and rewrites the section of each bench in docs/benchmarks.md. */
const known = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'run')
  .toSorted()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (wanted.length === 0 || unknown.length > 0) {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of: ${known.join(', ')}\n`)
  process.exit(2)
}

const machine = describeMachine()
let isMissed = false
for (const name of wanted) {
  const { bench } = (await import(`./${name}.ts`)) as { bench: () => Promise<Report> }
  const report = await bench()
  const section = formatSection(report, machine)
  process.stdout.write(`\n${section}\n\n${formatBars(report)}\n`)
  writeSection(name, section)
  isMissed ||= !report.bars.every(isMet)
}
process.exit(isMissed ? 1 : 0)
