import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { QUOIN_MASTER_KEY } from '../support/backup-scene.ts'
import { freshDatabase, toDatabaseUrl, until } from '../support/harness.ts'
import { type Program, run, scratch } from '../support/processes.ts'

const DATABASE_URL = toDatabaseUrl(await freshDatabase())

function node(folder: string, env: Record<string, string> = {}, command = 'serve'): Program {
  const settings = { DATABASE_URL, QUOIN_MASTER_KEY, NODE_LEASE_SECONDS: '2' }
  return run(command, { ...settings, QUOIN_DATA: join(folder, 'data'), ...env })
}

const READY = /Quoin is ready|doing background work/

async function started(program: Program): Promise<Program> {
  await program.says(READY)
  return program
}

async function refused(program: Program): Promise<string> {
  assert.equal((await program.ended).code, 1, program.output())
  assert.doesNotMatch(program.output(), READY)
  return program.output()
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM')
  assert.equal((await program.ended).code, 0, program.output())
}

test("processes that cannot reach each other's media are refused, and those that can are not", async (t) => {
  const folder = scratch()
  const first = await started(node(folder))

  await t.test('a single process with a folder starts, and warns what a second one would need', async () => {
    await until('the warning', () => /Media files are in .*Set MEDIA_S3_BUCKET/.test(first.output()))
  })

  await t.test('a second process with its own folder is refused, with the missing settings', async () => {
    const output = await refused(node(scratch(), {}, 'work'))
    assert.match(output, /stores? (?:them|media) elsewhere/)
    for (const name of ['BUCKET', 'ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'])
      assert.match(output, new RegExp(`MEDIA_S3_${name}`))
    assert.equal(first.child.exitCode, null)
  })

  await t.test('so is one with a bucket, because the first has none', async () => {
    const bucket = { MEDIA_S3_BUCKET: 'media', MEDIA_S3_ENDPOINT: 'http://127.0.0.1:9' }
    assert.match(await refused(node(scratch(), bucket)), /the bucket media, but another process/)
  })

  await t.test('a process with the same folder shares it', async () => {
    const same = await started(node(folder, {}, 'work'))
    assert.doesNotMatch(same.output(), /Media files are in/)
    await stop(same)
  })

  await t.test('a process that replaces a draining one is not refused', async () => {
    await stop(first)
    const old = await started(node(scratch(), { DRAIN_NOTICE_SECONDS: '600' }))
    old.child.kill('SIGTERM')
    const next = await started(node(scratch()))
    assert.equal(old.child.exitCode, null, 'it still drains')
    old.child.kill('SIGKILL')
    next.child.kill('SIGKILL')
    await next.ended
  })

  await t.test('nor is one that replaces a killed one', async () => {
    const next = await started(node(scratch()))
    await stop(next)
  })
})
