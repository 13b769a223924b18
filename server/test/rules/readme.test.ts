import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { postJobs } from '../../src/domains/social/posts/jobs.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { startQueue } from '../../src/queue/start.ts'
import { commandsOn } from '../support/commands.ts'
import { blocksOf, runScript } from '../support/guide.ts'
import { atEnd, boot } from '../support/harness.ts'

const world = await boot({ clock: systemClock })
const queue = await startQueue(world.ctx, { jobs: postJobs })
atEnd(() => queue.stop())
await commandsOn(world.ctx)('import', 'people', '--synthetic', '500')
const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
const hasCurl = spawnSync('curl', ['--version']).status === 0

test('the tour of the README works as it is written', { skip: !hasCurl && 'curl is not installed' }, async () => {
  const tour = /^## A tour[^]*?(?=^## )/m.exec(readme)?.[0] ?? ''
  const script = blocksOf(tour)
    .map((block) => block.script)
    .join('\n')
  const folder = mkdtempSync(join(tmpdir(), 'quoin-tour-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const keys = { base_url: world.url, live_key: await world.key(), test_key: await world.key({ mode: 'test' }) }
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/first-run.json'), JSON.stringify(keys))

  const said = await runScript(script, folder)
  const steps = [
    /"available":50/,
    /x-credits-charged: 2[^]*"full_name"[^]*idempotency-replayed: true/i,
    /x-credits-charged: 0[^]*\{"status":"OK","data":null\}/i,
    /"credits":35/,
    /"code":"max_credits_exceeded"/,
    /"status":"awaiting_selection"/,
    /"phase":"reconcile"/,
    /"status":"live","content":"Hello, network"/,
    /extra_forbidden[^]*string_too_short/,
    /"name":"Example brand","external_ref":"customer-42"/,
  ]
  for (const step of steps) assert.match(said, step)
})
