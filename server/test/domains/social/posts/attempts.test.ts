import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetOldAttempts } from '../../../../src/domains/social/posts/jobs.ts'
import { bootPosts } from '../../../support/post-scene.ts'

const world = await bootPosts()
const { ctx, queue } = world

test('the attempts of a post are deleted after 90 days, the post is not', async () => {
  const account = await world.newAccount()
  const publish = async () => {
    const { id } = await world.post({ targets: [{ account_id: account.id }], content: 'Hello' })
    await queue.idle()
    return id
  }
  const old = await publish()
  ctx.clock.advance(89 * 86_400_000)
  const recent = await publish()
  await forgetOldAttempts(ctx)
  assert.equal((await world.attempts(old)).length, 2)
  ctx.clock.advance(2 * 86_400_000)
  await forgetOldAttempts(ctx)
  assert.deepEqual([await world.attempts(old), (await world.attempts(recent)).length], [[], 2])
  assert.equal((await world.read(old)).status, 'published')
})
