import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { postJobs } from '../../src/domains/social/posts/jobs.ts'
import { ManualClock } from '../../src/kit/clock.ts'
import { startQueue } from '../../src/queue/start.ts'
import { backupFolder, commandsFor, QUOIN_MASTER_KEY, target } from '../support/backup-scene.ts'
import { commandsOn } from '../support/commands.ts'
import { plainDatabase } from '../support/databases.ts'
import { atEnd, boot, createClient } from '../support/harness.ts'
import { bootPosts } from '../support/post-scene.ts'

const env = { QUOIN_MASTER_KEY, LOG_LEVEL: 'silent' }
const address = await plainDatabase()
const old = await bootPosts({ address, env })
const key = await old.key()
const account = await old.newAccount()
const blind = await old.newAccount()

async function schedule(content: string, seconds: number, accountId = account.id): Promise<string> {
  const at = new Date(old.ctx.clock.now().getTime() + seconds * 1000).toISOString()
  return (await old.post({ targets: [{ account_id: accountId }], content, scheduled_at: at })).id
}
const sent = await schedule('Published after the backup', 60)
const missed = await schedule('Due when no server ran', 90)
const later = await schedule('Due later', 3600)
const unasked = await schedule('On a platform that cannot be asked', 60, blind.id)
const backup = join(backupFolder(), 'backup')
await commandsFor(address)('backup', backup)

/**
 * Starts a server on the restored backup, two minutes after it was taken. The sandbox, which is the outside world, is not
 * reset.
 */
async function restore() {
  const restored = await target()
  await restored.quoin('restore', backup)
  const clock = new ManualClock(new Date(old.ctx.clock.now().getTime() + 60_000))
  const world = await boot({ address: restored.address, env, clock })
  for (const { options, ...row } of await old.db`select * from sandbox_posts`)
    await world.db`insert into sandbox_posts ${world.db({ ...row, options: world.db.json(options) })}`
  await world.db`update post_targets set platform = 'telegram' where post_id = ${unasked}`
  const client = createClient(world.url, key)
  const read = async (id: string) => (await client('GET', `/v1/posts/${id}`)).body.targets[0]
  return { ...world, client, read, quoin: commandsOn(world.ctx) }
}

test('posts that were due since the backup are looked up on their platforms, and each is published once', async () => {
  await old.pass(70)
  assert.deepEqual(await old.shownOn(account), ['Published after the backup'])
  const { ctx, client, read, quoin } = await restore()
  assert.equal((await read(sent)).status, 'pending')
  const output = await quoin('resume')
  assert.match(output, /2 posts were due since the backup/)
  assert.match(output, /1 post was due on platforms that cannot be queried/)
  const { status, error } = await read(unasked)
  assert.deepEqual([status, error.code], ['unconfirmed', 'outcome_unknown'])
  assert.match(error.remediation, /retry with force/)

  const queue = await startQueue(ctx, { jobs: [...postJobs], drainSeconds: 5 })
  atEnd(() => queue.stop())
  for (let step = 0; step < 20; step++) {
    await queue.idle()
    ctx.clock.advance(10_000)
  }
  await queue.idle()
  assert.deepEqual(await Promise.all([sent, missed, later, unasked].map(async (id) => (await read(id)).status)), [
    'published',
    'published',
    'pending',
    'unconfirmed',
  ])
  const onPage = async () => {
    const { body } = await client('GET', `/v1/sandbox/posts?limit=100&entity_external_id=${account.page}`)
    return body.data.map(({ content }: { content: string }) => content).toSorted()
  }
  assert.deepEqual(await onPage(), ['Due when no server ran', 'Published after the backup'])
  ctx.clock.advance(3_600_000)
  await queue.idle()
  assert.deepEqual(await onPage(), ['Due later', 'Due when no server ran', 'Published after the backup'])
})

test('a post that was due after the old server stopped is published without a lookup', async () => {
  const { ctx, read, quoin } = await restore()
  const stopped = new Date(ctx.clock.now().getTime() - 3_600_000).toISOString()
  assert.doesNotMatch(await quoin('resume', '--stopped-at', stopped), /were due/)
  assert.equal((await read(missed)).status, 'pending')
  await assert.rejects(quoin('resume', '--stopped-at', 'yesterday'), /is not a time/)
})

test('a database that was restored by other means is paused by a command that names its time', async () => {
  const { db, quoin } = await restore()
  await quoin('resume')
  await assert.rejects(quoin('pause'), /--restored-to is missing/)
  await quoin('pause', '--restored-to', '2026-01-01T00:00:00Z')
  const open = await db`select restored_to from work_pauses where resumed_at is null`
  assert.deepEqual([...open], [{ restored_to: new Date('2026-01-01T00:00:00Z') }])
})
