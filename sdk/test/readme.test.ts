import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { dataJobHandlers } from '../../server/src/domains/data/data-jobs/jobs.ts'
import { postJobs } from '../../server/src/domains/social/posts/jobs.ts'
import { systemClock } from '../../server/src/kit/clock.ts'
import { startQueue } from '../../server/src/queue/start.ts'
import { connectSandbox, createProfile } from '../../server/test/support/account-scene.ts'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { atEnd, boot } from '../../server/test/support/harness.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code)

const world = await boot({ clock: systemClock })
const queue = await startQueue(world.ctx, { jobs: [...dataJobHandlers, ...postJobs], pollMs: 50 })
atEnd(() => queue.stop())
const people = Array.from({ length: 20 }, (_, n) => examplePerson(n, { title: 'Software engineer' }))
await addPeople(world.ctx, 'crm', people)
await connectSandbox(world.live, { profileId: await createProfile(world.live), username: 'reader' })

test('the code of the README runs as written, block after block', async (t) => {
  assert.equal(blocks.length, 13)
  const folder = mkdtempSync(join(tmpdir(), 'quoin-readme-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const source = pathToFileURL(join(import.meta.dirname, '../src/index.ts')).href
  // The package is not built for this test: its name resolves to its sources.
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === '@quoin/sdk' ? source : name, context),
  })
  t.after(() => hooks.deregister())
  Object.assign(process.env, { QUOIN_API_KEY: await world.key(), QUOIN_BASE_URL: world.url })
  const shown: unknown[][] = []
  t.mock.method(console, 'log', (...words: unknown[]) => void shown.push(words))
  const file = join(folder, 'readme.mts')
  writeFileSync(file, `${blocks.join('\n')}\nexport { same, people, newest, rows, published, media }\n`)
  const seen = await import(pathToFileURL(file).href)

  assert.equal(seen.same.external_ref, 'customer-42')
  assert.deepEqual([seen.people.length, seen.rows.length, seen.published.status], [12, 5, 'published'])
  const [[found, ...charge] = [], ...others] = shown
  assert.deepEqual([(found as unknown[]).length, ...charge.slice(0, 2)], [2, 2, 'standard-2026-11'])
  const output = others.map((words) => words.join(' ')).join('\n')
  assert.match(output, /\n5 5 true \S+\n8\n/)
  assert.match(output, /Example brand\n[^]*100 credits needed\ntrue true\n[^]*5 5\npublished http/)
  assert.match(output, /\n1 row_status,[^\n]* application\/x-ndjson/)
  assert.match(output, /\npost\.published published/)
})
