import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFault } from '../../../support/account-scene.ts'
import { bootPosts, ingestImage } from '../../../support/post-scene.ts'
import { startReceiver } from '../../../support/receiver.ts'

const world = await bootPosts()
const { live, queue, ctx } = world
const after = (ms: number) => new Date(ctx.clock.now().getTime() + ms).toISOString()
const HOUR = 3_600_000
const at = (reply: { body: { detail: { loc: unknown[]; type: string }[] } }) =>
  reply.body.detail.map(({ loc, type }) => `${type} ${loc.join('.')}`)

test('a post without a time is published at once, and every field reflects it', async () => {
  const account = await world.newAccount()
  const created = await world.post(
    { targets: [{ account_id: account.id }], content: 'Hello' },
    { 'idempotency-key': 'key-1' },
  )
  const { id, targets, created_at, updated_at, ...rest } = created
  assert.match(id, /^post_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual(rest, {
    profile_id: account.profileId,
    status: 'publishing',
    content: 'Hello',
    media_ids: [],
    first_comment: null,
    scheduled_at: null,
    idempotency_key: 'key-1',
  })
  assert.deepEqual(targets, [
    {
      id: targets[0].id,
      account_id: account.id,
      platform: 'sandbox',
      status: 'pending',
      content: null,
      media_ids: null,
      options: {},
      external_id: null,
      external_url: null,
      error: null,
      attempts: 0,
      published_at: null,
      first_comment: null,
    },
  ])
  assert.equal(updated_at, created_at)
  await queue.idle()
  const published = await world.read(id)
  assert.equal(published.status, 'published')
  const [target] = published.targets
  assert.match(target.external_id, /^sb-post-/)
  assert.match(target.external_url, /\/v1\/sandbox\/views\/posts\/[0-9a-f-]{36}$/)
  assert.deepEqual([target.status, target.attempts, target.error], ['published', 1, null])
  assert.equal(target.published_at, ctx.clock.now().toISOString())
  assert.deepEqual(await world.shownOn(account), ['Hello'])
  assert.deepEqual(await world.attempts(id), ['prepare succeeded', 'publish succeeded'])
})

test('a target has its own content, media and options; the others use those of the post', async () => {
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId), await world.account(profileId)]
  const image = await ingestImage(live, queue)
  const { id } = await world.post({
    targets: [
      { account_id: a.id },
      { account_id: b.id, content: 'For b', media_ids: [], options: { visibility: 'followers' } },
    ],
    content: 'For all',
    media_ids: [image],
  })
  assert.equal((await live('DELETE', `/v1/media/${image}`)).status, 409, 'a post needs it')
  await queue.idle()
  assert.equal((await world.read(id)).status, 'published')
  const seen = (await live('GET', '/v1/sandbox/posts')).body.data.slice(0, 2)
  const of = (page: string) => seen.find((one: { entity_external_id: string }) => one.entity_external_id === page)
  assert.deepEqual([of(a.page).content, of(a.page).media.length], ['For all', 1])
  assert.deepEqual(
    [of(b.page).content, of(b.page).media.length, of(b.page).options.visibility],
    ['For b', 0, 'followers'],
  )
  assert.equal((await live('DELETE', `/v1/media/${image}`)).status, 200, 'no post needs it any more')
})

test('a scheduled post appears at its time and not before', async () => {
  const account = await world.newAccount()
  const { id, status } = await world.post({
    targets: [{ account_id: account.id }],
    content: 'Later',
    scheduled_at: after(HOUR).replace('Z', '+00:00'),
  })
  assert.equal(status, 'scheduled')
  await world.pass(3599, 3)
  assert.deepEqual(await world.shownOn(account), [])
  assert.equal((await world.read(id)).status, 'scheduled')
  await world.pass(1)
  assert.deepEqual(await world.shownOn(account), ['Later'])
  assert.equal((await world.read(id)).status, 'published')
})

test('a time slightly in the past means now; one long past is refused', async () => {
  const account = await world.newAccount()
  const body = { targets: [{ account_id: account.id }], content: 'Past' }
  const tooLate = await live('POST', '/v1/posts', { ...body, scheduled_at: after(-301_000) })
  assert.deepEqual([tooLate.status, at(tooLate)], [422, ['value_error body.scheduled_at']])
  await world.post({ ...body, scheduled_at: after(-299_000) })
  await queue.idle()
  assert.deepEqual(await world.shownOn(account), ['Past'])
})

test('all errors of a post are reported at once, by target, and nothing is stored', async () => {
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId), await world.account(profileId)]
  const image = await ingestImage(live, queue)
  const body = {
    targets: [
      { account_id: a.id, options: { visibility: 'nobody', sparkle: true } },
      { account_id: b.id, media_ids: [image, image, image, image, image] },
    ],
    content: 'x'.repeat(501),
  }
  const before = (await live('GET', '/v1/posts')).body.data.length
  const replies = [await live('POST', '/v1/posts', body), await live('POST', '/v1/posts/validate', body)]
  for (const reply of replies) {
    assert.equal(reply.status, 422, reply.text)
    assert.equal(reply.body.code, 'validation_error')
    const [{ request_id: _, ...shown }, { request_id: __, ...same }] = replies.map((one) => one.body)
    assert.deepEqual(shown, same)
  }
  const reported = at(replies[0] as never)
  for (const wanted of [
    'enum body.targets.0.options.visibility',
    'extra_forbidden body.targets.0.options.sparkle',
    'platform_rule body.targets.1.content',
    'platform_rule body.targets.1.media_ids',
  ])
    assert.ok(reported.includes(wanted), `${wanted} in ${reported.join(', ')}`)
  const [extra] = replies[0]?.body.detail.filter(({ loc }: { loc: string[] }) => loc.includes('sparkle')) ?? []
  assert.deepEqual([extra.input, extra.ctx], [true, { platform: 'sandbox' }])
  const rule = replies[0]?.body.detail.find((one: { loc: unknown[] }) => one.loc.at(-1) === 'content')
  assert.deepEqual(rule.ctx, {
    platform: 'sandbox',
    rule: 'sandbox.text.max_graphemes',
    error: 'The text has 501 characters, at most 500 fit.',
    remediation: 'Shorten the text.',
  })
  assert.equal((await live('GET', '/v1/posts')).body.data.length, before)
})

test('validate shows a valid post as create would store it, without an id, and stores nothing', async () => {
  const account = await world.newAccount()
  const body = { targets: [{ account_id: account.id, content: 'Mine' }], content: 'Ours', scheduled_at: after(HOUR) }
  const before = (await live('GET', '/v1/posts')).body.data.length
  const reply = await live('POST', '/v1/posts/validate', body)
  assert.equal(reply.status, 200, reply.text)
  assert.doesNotMatch(reply.text, /(?:post|tgt)_/)
  assert.equal((await live('GET', '/v1/posts')).body.data.length, before)
  const stored = await world.post(body)
  const { profile_id, status, scheduled_at } = stored
  assert.deepEqual(reply.body, {
    profile_id,
    status,
    content: 'Ours',
    media_ids: [],
    scheduled_at,
    targets: [{ account_id: account.id, platform: 'sandbox', content: 'Mine' }],
  })
})

test('the limits of the spec apply', async () => {
  const account = await world.newAccount()
  const target = { account_id: account.id }
  const send = (body: Record<string, unknown>) => live('POST', '/v1/posts', body)
  assert.deepEqual(at(await send({ targets: [] })), ['too_short body.targets'])
  assert.deepEqual(at(await send({ targets: Array.from({ length: 21 }, () => target) })), ['too_long body.targets'])
  assert.deepEqual(at(await send({ targets: [target], media_ids: Array(11).fill('med_x') })), [
    'too_long body.media_ids',
  ])
  assert.deepEqual(at(await send({ targets: [target], platforms: [] })), ['extra_forbidden body.platforms'])
  assert.deepEqual(at(await send({ targets: [{ ...target, when: 1 }] })), ['extra_forbidden body.targets.0.when'])
  assert.deepEqual(at(await send({ targets: [target, target], content: 'x' })), [
    'value_error body.targets.1.account_id',
  ])
  assert.deepEqual(at(await send({ targets: [target] })), ['platform_rule body.targets.0.content'])
  assert.deepEqual(at(await send({ targets: [target], content: 'x', scheduled_at: '2030-01-01T00:00:00' })), [
    'datetime_parsing body.scheduled_at',
  ])
})

test('accounts and media that do not exist, belong to others or have failed are refused', async () => {
  const [a, b] = [await world.newAccount(), await world.newAccount()]
  const send = (targets: unknown[], more = {}) => live('POST', '/v1/posts', { targets, content: 'x', ...more })
  const unknown = await send([{ account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' }])
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found'])
  const mixed = await send([{ account_id: a.id }, { account_id: b.id }])
  assert.deepEqual([mixed.status, at(mixed)], [422, ['value_error body.targets.1.account_id']])
  const noMedia = await send([{ account_id: a.id }], { media_ids: ['med_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'] })
  assert.equal(noMedia.status, 404)
  const broken = await startReceiver((response) => response.writeHead(404).end())
  const failed = (await live('POST', '/v1/media', { url: `${broken.url}/none.png` })).body.id
  await queue.idle()
  for (const content of ['x', '']) {
    const refused = await send([{ account_id: a.id, media_ids: [failed], content }])
    assert.deepEqual([refused.status, at(refused)], [422, ['value_error body.targets.0.media_ids.0']])
    assert.match(refused.body.detail[0].msg, /failed and cannot be used.*status 404/)
  }
  assert.equal((await live('DELETE', `/v1/accounts/${b.id}`)).status, 200)
  const gone = await send([{ account_id: b.id }])
  assert.deepEqual([gone.status, at(gone)], [422, ['value_error body.targets.0.account_id']])
  assert.equal(gone.body.detail[0].ctx.remediation, 'Reconnect the account.')
  const { live: theirs } = await world.neighbour()
  assert.equal((await theirs('POST', '/v1/posts', { targets: [{ account_id: a.id }], content: 'x' })).status, 404)
})

test('a scheduled post can be changed until it starts: text, targets, time', async () => {
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId), await world.account(profileId)]
  const { id, targets } = await world.post({
    targets: [{ account_id: a.id, content: 'For a' }],
    content: 'First',
    scheduled_at: after(HOUR),
  })
  const patch = (body: Record<string, unknown>) => live('PATCH', `/v1/posts/${id}`, body)
  const same = await patch({ content: 'Second' })
  assert.equal(same.status, 200, same.text)
  assert.deepEqual([same.body.content, same.body.targets], ['Second', targets])
  const more = await patch({ targets: [{ account_id: b.id }, { account_id: a.id }], scheduled_at: after(2 * HOUR) })
  assert.deepEqual(
    more.body.targets.map((one: { account_id: string; content: string }) => [one.account_id, one.content]),
    [
      [b.id, null],
      [a.id, null],
    ],
  )
  assert.equal(more.body.targets[1].id, targets[0].id)
  assert.deepEqual(at(await patch({ content: 'x'.repeat(501) })), [
    'platform_rule body.targets.0.content',
    'platform_rule body.targets.1.content',
  ])
  await world.pass(3600)
  assert.deepEqual([await world.shownOn(a), await world.shownOn(b)], [[], []])
  await world.pass(3600)
  assert.deepEqual([await world.shownOn(a), await world.shownOn(b)], [['Second'], ['Second']])
  const late = await patch({ content: 'Third' })
  assert.deepEqual([late.status, late.body.code], [409, 'wrong_state'])
})

test('a draft waits for a time, whether created as one or unscheduled', async () => {
  const account = await world.newAccount()
  const body = { targets: [{ account_id: account.id }], content: 'Draft' }
  const made = (await live('POST', '/v1/posts/drafts', body)).body
  const taken = await world.post({ ...body, scheduled_at: after(HOUR) })
  const off = await live('PATCH', `/v1/posts/${taken.id}`, { scheduled_at: null })
  assert.deepEqual([made.status, off.body.status, off.body.scheduled_at], ['draft', 'draft', null])
  await world.pass(2 * 3600)
  assert.deepEqual(await world.shownOn(account), [])
  const timed = await live('POST', '/v1/posts/drafts', { ...body, scheduled_at: after(HOUR) })
  assert.deepEqual(at(timed), ['extra_forbidden body.scheduled_at'])
  const now = await live('PATCH', `/v1/posts/${made.id}`, { scheduled_at: ctx.clock.now().toISOString() })
  assert.equal(now.status, 200, now.text)
  await queue.idle()
  assert.deepEqual(await world.shownOn(account), ['Draft'])
  assert.equal((await live('POST', `/v1/posts/${taken.id}/cancel`)).body.status, 'canceled')
})

test('a canceled or deleted post is never published', async () => {
  const account = await world.newAccount()
  const body = { targets: [{ account_id: account.id }], content: 'Never', scheduled_at: after(HOUR) }
  const [a, b] = [await world.post(body), await world.post(body)]
  const canceled = await live('POST', `/v1/posts/${a.id}/cancel`)
  assert.deepEqual([canceled.body.status, canceled.body.targets[0].status], ['canceled', 'canceled'])
  assert.equal((await live('POST', `/v1/posts/${a.id}/cancel`)).body.code, 'wrong_state')
  assert.deepEqual((await live('DELETE', `/v1/posts/${b.id}`)).body, b)
  assert.equal((await live('GET', `/v1/posts/${b.id}`)).status, 404)
  await world.pass(2 * 3600)
  assert.deepEqual(await world.shownOn(account), [])
  assert.equal((await live('DELETE', `/v1/posts/${a.id}`)).status, 200)
})

test('a published post must be unpublished before its record can be deleted', async () => {
  const account = await world.newAccount()
  const { id } = await world.post({ targets: [{ account_id: account.id }], content: 'Live' })
  await queue.idle()
  assert.equal((await live('DELETE', `/v1/posts/${id}`)).body.code, 'wrong_state')
  assert.equal((await live('POST', `/v1/posts/${id}/cancel`)).body.code, 'wrong_state')
  const off = await live('POST', `/v1/posts/${id}/unpublish`, {})
  assert.equal(off.status, 200, off.text)
  assert.deepEqual([off.body.status, off.body.targets[0].status], ['unpublished', 'unpublished'])
  const listed = async (status: string) =>
    (await live('GET', `/v1/posts?account_id=${account.id}&status=${status}`)).body.data.length
  assert.deepEqual([await listed('unpublished'), await listed('canceled'), await listed('failed')], [1, 0, 0])
  assert.deepEqual(await world.shownOn(account), [])
  assert.equal((await live('POST', `/v1/posts/${id}/unpublish`, {})).body.code, 'wrong_state')
  assert.equal((await world.attempts(id)).at(-1), 'unpublish succeeded')
  assert.equal((await live('DELETE', `/v1/posts/${id}`)).status, 200)
})

test('a target that its platform does not delete stays published, and the others are unpublished', async () => {
  const profileId = await world.profile()
  const [a, b] = [await world.account(profileId, 'unpublish-a'), await world.account(profileId, 'unpublish-b')]
  const { id } = await world.post({ targets: [{ account_id: a.id }, { account_id: b.id }], content: 'Both' })
  await queue.idle()
  await scriptFault(live, 'posts.delete', 'fail_before', { username: 'unpublish-a' })
  const reply = await live('POST', `/v1/posts/${id}/unpublish`, {})
  assert.deepEqual([reply.status, reply.body.code], [502, 'upstream_error'])
  const post = await world.read(id)
  assert.equal(post.status, 'partially_published')
  assert.deepEqual(
    post.targets.map((target: { status: string }) => target.status),
    ['published', 'unpublished'],
  )
  const [target] = post.targets
  assert.equal(
    (await live('POST', `/v1/posts/${id}/unpublish`, { target_ids: [target.id] })).body.status,
    'unpublished',
  )
})

test('a profile-scoped key sees and changes only the posts of its profiles', async () => {
  const [mine, other] = [await world.newAccount(), await world.newAccount()]
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [mine.profileId] }))
  const body = (id: string) => ({ targets: [{ account_id: id }], content: 'x', scheduled_at: after(HOUR) })
  const ours = await scoped('POST', '/v1/posts', body(mine.id))
  assert.equal(ours.status, 201, ours.text)
  const theirs = await world.post(body(other.id))
  const refused = await scoped('POST', '/v1/posts', body(other.id))
  assert.deepEqual([refused.status, refused.body.code], [403, 'out_of_scope'])
  assert.equal((await scoped('POST', '/v1/posts/validate', body(other.id))).body.code, 'out_of_scope')
  assert.deepEqual(
    (await scoped('GET', '/v1/posts')).body.data.map(({ id }: { id: string }) => id),
    [ours.body.id],
  )
  const path = `/v1/posts/${theirs.id}`
  for (const [method, where, sent] of [
    ['GET', path],
    ['PATCH', path, { content: 'y' }],
    ['DELETE', path],
    ['POST', `${path}/cancel`],
    ['POST', `${path}/retry`, {}],
    ['POST', `${path}/unpublish`, {}],
    ['GET', `${path}/attempts`],
  ] as const)
    assert.equal((await scoped(method, where, sent)).body.code, 'out_of_scope', `${method} ${where}`)
  assert.deepEqual(await world.read(theirs.id), theirs)
  assert.equal((await scoped('DELETE', `/v1/posts/${ours.body.id}`)).status, 200)
})

test('a key of its profile can reschedule a post whatever media it shows, and while its account is signed out', async () => {
  const mine = await world.account(await world.profile(), 'moved')
  const image = await ingestImage(live, queue)
  const scoped = world.client(await world.key({ scope: 'profiles', profile_ids: [mine.profileId] }))
  const { id } = await world.post({
    targets: [{ account_id: mine.id }],
    content: 'x',
    media_ids: [image],
    scheduled_at: after(HOUR),
  })
  const moved = await scoped('PATCH', `/v1/posts/${id}`, { scheduled_at: after(2 * HOUR) })
  assert.equal(moved.status, 200, moved.text)
  const other = await ingestImage(live, queue)
  const added = await scoped('PATCH', `/v1/posts/${id}`, { media_ids: [image, other] })
  assert.equal(added.body.code, 'out_of_scope', 'what it does not show yet is out of reach')
  await scriptFault(live, 'me.read', 'revoke', { username: 'moved' })
  assert.equal((await live('POST', `/v1/accounts/${mine.id}/health`)).body.status, 'reauth_required')
  const again = await scoped('PATCH', `/v1/posts/${id}`, { scheduled_at: after(3 * HOUR) })
  assert.equal(again.status, 200, again.text)
  const off = await live('PATCH', `/v1/posts/${id}`, { scheduled_at: null })
  assert.equal(off.body.status, 'draft')
  const on = await live('PATCH', `/v1/posts/${id}`, { scheduled_at: after(HOUR) })
  assert.deepEqual([on.status, at(on)], [422, ['value_error body.targets.0.account_id']], 'a draft is put to a time')
  await live('DELETE', `/v1/posts/${id}`)
})

test("another workspace's post does not exist", async () => {
  const account = await world.newAccount()
  const { id } = await world.post({ targets: [{ account_id: account.id }], content: 'x', scheduled_at: after(HOUR) })
  const { live: theirs } = await world.neighbour()
  for (const [method, where, sent] of [
    ['GET', ''],
    ['PATCH', '', { content: 'y' }],
    ['DELETE', ''],
    ['POST', '/cancel'],
    ['POST', '/retry', {}],
    ['POST', '/unpublish', {}],
    ['GET', '/attempts'],
  ] as const)
    assert.equal((await theirs(method, `/v1/posts/${id}${where}`, sent)).status, 404, `${method} ${where}`)
  await live('DELETE', `/v1/posts/${id}`)
})
