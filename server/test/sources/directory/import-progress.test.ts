import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { createProgressLine } from '../../../src/commands/import/import.ts'
import type { ImportRow } from '../../../src/sources/directory/sql/imports.ts'
import { freshDatabase } from '../../support/harness.ts'
import { main, scratch } from '../../support/processes.ts'

const hasScript = spawnSync('script', ['--version']).status === 0

test('on a terminal an import shows how far it is and how long the rest takes, also while it builds the indexes', {
  skip: !hasScript && 'script is not installed',
}, async () => {
  const [host = '', database = ''] = (await freshDatabase()).split('?')
  const command = `${process.execPath} ${main} import people --synthetic 30000`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: {
      PATH: process.env['PATH'],
      QUOIN_DATA: scratch(),
      DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&user=quoin`,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0, output)
  const lines = output.split('\r').filter((line) => / %  /.test(line))
  const parsePercent = (line: string) => Number(/(\d+) %/.exec(line)?.[1])
  assert.ok(
    lines.some((line) => /\d+ %  [\d,]+ rows  [\d,]+\/s  \d+ s left$/.test(line)),
    output,
  )
  const building = lines.filter((line) => line.includes('building the search indexes'))
  const percents = building.map(parsePercent)
  assert.ok(
    percents.every((percent, at) => percent >= 75 && percent >= (percents[at - 1] ?? 75)),
    percents.join(),
  )
  assert.ok(new Set(percents).size >= 3, percents.join())
  assert.match(building[0] ?? '', /30,000 rows  building the search indexes  \d+ s left$/)
  assert.match(output, /Read 30,000 rows of synthetic: 30,000 added/)
})

test('the time left is that of the whole import, and a continued one counts only what it does itself', () => {
  let now = 0
  let share = 0.5
  const line = createProgressLine(
    () => share,
    () => now,
  )
  const at = (records: number, finishing?: number) =>
    line({ row: { records } as ImportRow, finishing, buildsIndexes: true })
  assert.doesNotMatch(at(1000), /left/)
  now = 100_000
  share = 0.75
  assert.match(at(1500), /^█+░+ 56 %  1,500 rows  5\/s  4 min left$/)
  now = 300_000
  assert.match(at(2000, 0.5), / 87 %  2,000 rows  building the search indexes  75 s left$/)
})
