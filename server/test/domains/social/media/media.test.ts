import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { deleteUnusedMedia, sweepLeftovers } from '../../../../src/domains/social/media/cleanup.ts'
import type { MediaAsset } from '../../../../src/domains/social/media/contract/resources.ts'
import { publicUrl } from '../../../../src/domains/social/media/public-url.ts'
import {
  isReady,
  listKnownMedia,
  openMedia,
  replaceMediaUses,
} from '../../../../src/domains/social/media/ready-media.ts'
import { transaction } from '../../../../src/kit/postgres/db.ts'
import { jpeg, movie, pdf, png } from '../../../support/media-samples.ts'
import { bootWithMedia } from '../../../support/media-world.ts'

const DAY_MS = 24 * 3_600_000
const world = await bootWithMedia()
const { live, ctx, db, workspaceId, origin, ingest, get, reach, files } = world
const photo = jpeg(1600, 1200, { padding: 200_000 })
Object.assign(origin.answers, { '/photo.jpg': photo, '/film.mp4': movie(), '/paper.pdf': pdf })

const profile = async (name: string) => (await live('POST', '/v1/profiles', { name })).body.id as string
const scoped = async (...ids: string[]) => world.client(await world.key({ scope: 'profiles', profile_ids: ids }))

test('a file at a URL becomes an asset with its detected properties', async () => {
  const { status, body } = await live('POST', '/v1/media', { url: `${origin.url}/photo.jpg` })
  assert.equal(status, 201)
  assert.deepEqual([body.status, body.public_url, body.mime, body.validation], ['pending', null, null, {}])
  await world.queue.idle()
  const asset = await get(body.id)
  assert.equal(asset.status, 'ready')
  assert.deepEqual([asset.mime, asset.bytes_size], ['image/jpeg', photo.length])
  assert.deepEqual([asset.width, asset.height, asset.duration_s], [1600, 1200, null])
  assert.equal(asset.checksum, `sha256:${createHash('sha256').update(photo).digest('hex')}`)
  assert.equal(asset.validation.platforms?.['mastodon']?.accepted, true)
  assert.equal(asset.validation.platforms?.['youtube']?.accepted, false)
  assert.equal((await ingest('/film.mp4')).duration_s, 12.5)
  const { body: page } = await live('GET', '/v1/media?limit=1')
  assert.deepEqual([page.data.length, page.has_more, page.data[0].mime], [1, true, 'video/mp4'])
})

test('one Idempotency-Key creates one asset and one fetch', async () => {
  const before = origin.asked.length
  const once = () => live('POST', '/v1/media', { url: `${origin.url}/photo.jpg` }, { 'idempotency-key': 'one' })
  const [first, second] = [await once(), await once()]
  await world.queue.idle()
  assert.equal(first.body.id, second.body.id)
  assert.equal(origin.asked.length - before, 1)
})

test('the same file in two workspaces is two files', async () => {
  const neighbour = await world.neighbour()
  const before = files().length
  const [ours, theirs] = [await ingest('/photo.jpg'), await ingest('/photo.jpg', neighbour.live)]
  assert.notEqual(ours.storage_key, theirs.storage_key)
  assert.equal(files().length - before, 2)
  assert.equal((await neighbour.live('GET', `/v1/media/${ours.id}`)).status, 404)
  await neighbour.live('DELETE', `/v1/media/${theirs.id}`)
  await sweepLeftovers(ctx)
  assert.equal((await fetch(reach(ours.public_url))).status, 200)
})

test('public_url serves the file without a key, whole or in part, with safe headers', async () => {
  const asset = await ingest('/photo.jpg')
  const url = reach(asset.public_url)
  const whole = await fetch(url)
  assert.equal(whole.status, 200)
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), photo)
  const names = ['content-type', 'content-length', 'x-content-type-options', 'content-disposition', 'accept-ranges']
  assert.deepEqual(
    names.map((name) => whole.headers.get(name)),
    ['image/jpeg', String(photo.length), 'nosniff', `inline; filename="${asset.id}.jpg"`, 'bytes'],
  )
  const head = await fetch(url, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(photo.length)])

  const last = photo.length - 1
  const part = async (range: string, more = {}) => {
    const reply = await fetch(url, { headers: { range, ...more } })
    return [reply.status, reply.headers.get('content-range'), Buffer.from(await reply.arrayBuffer())] as const
  }
  assert.deepEqual(await part('bytes=0-0'), [206, `bytes 0-0/${photo.length}`, photo.subarray(0, 1)])
  assert.deepEqual(await part('bytes=70000-'), [206, `bytes 70000-${last}/${photo.length}`, photo.subarray(70_000)])
  assert.deepEqual(await part('bytes=-10'), [206, `bytes ${last - 9}-${last}/${photo.length}`, photo.subarray(-10)])
  assert.deepEqual((await part(`bytes=5-${photo.length * 2}`))[0], 206)
  assert.deepEqual((await part(`bytes=${photo.length}-`)).slice(0, 2), [416, `bytes */${photo.length}`])
  assert.deepEqual((await part('bytes=-0')).slice(0, 2), [416, `bytes */${photo.length}`])
  for (const ignored of ['bytes=0-1,5-6', 'items=0-1', 'bytes=9-2', 'nonsense'])
    assert.equal((await part(ignored))[0], 200, ignored)
  const etag = whole.headers.get('etag') ?? ''
  assert.equal((await part('bytes=0-1', { 'if-range': etag }))[0], 206)
  assert.equal((await part('bytes=0-1', { 'if-range': '"another"' }))[0], 200)
  const paper = await fetch(reach((await ingest('/paper.pdf')).public_url))
  assert.match(paper.headers.get('content-disposition') ?? '', /^attachment/)
})

test('a file URL expires, serves that file alone, and cannot be forged', async () => {
  const asset = await ingest('/photo.jpg')
  const other = await ingest('/film.mp4')
  const url = reach(asset.public_url)
  const refused = async (changed: string) => {
    const reply = await fetch(changed)
    assert.deepEqual([reply.status, ((await reply.json()) as { code: string }).code], [404, 'not_found'], changed)
  }
  await refused(url.replace(asset.id, other.id))
  await refused(url.replace(/(..)$/, ([first, last]) => `${first === 'A' ? 'B' : 'A'}${last}`))
  await refused(url.replace(/token=.*/, 'token=nonsense'))
  const token = url.replace(/.*token=/, '')
  const parts = token.split('.')
  const spellings = [`${token}.`, `${token}.x`, `${token}=`, `${token} `, `\n${token}`, `${token}!`, `.${token}`]
  for (const at of [1, 2, 3])
    spellings.push(parts.with(at, `${parts[at]}=`).join('.'), parts.with(at, `-${parts[at]}`).join('.'))
  // A tag of 16 bytes leaves four bits of its last character unused.
  const next = String.fromCharCode((parts[2]?.charCodeAt(21) ?? 0) + 1)
  spellings.push(parts.with(2, `${parts[2]?.slice(0, 21)}${next}`).join('.'))
  for (const spelling of spellings) await refused(url.replace(/token=.*/, `token=${encodeURIComponent(spelling)}`))
  await refused(
    url.replace(
      /token=.*/,
      `token=${encodeURIComponent(ctx.secrets.seal(`${workspaceId} ${asset.id} 9999999999`, 'other'))}`,
    ),
  )
  assert.equal((await fetch(url.replace(/\?.*/, ''))).status, 422)
  ctx.clock.advance(86_399_000)
  assert.equal((await fetch(url)).status, 200)
  ctx.clock.advance(2000)
  await refused(url)
  assert.equal((await fetch(reach((await get(asset.id)).public_url))).status, 200)
})

test('a key of scope profiles reaches only the media of its profiles, and so does a new key of the same profiles', async () => {
  const [a, b] = [await profile('A'), await profile('B')]
  const [keyA, keyB, keyAB] = [await scoped(a), await scoped(b), await scoped(a, b)]
  const ofA = await ingest('/photo.jpg', keyA)
  const ofBoth = await ingest('/photo.jpg', keyAB)
  const ofAll = await ingest('/photo.jpg')
  const sees = async (client: typeof live) =>
    ((await client('GET', '/v1/media')).body.data as MediaAsset[]).map(({ id }) => id)
  assert.deepEqual(await sees(keyA), [ofA.id])
  assert.deepEqual(await sees(keyB), [])
  assert.deepEqual(await sees(keyAB), [ofBoth.id, ofA.id])
  assert.deepEqual(await sees(await scoped(a)), [ofA.id])
  assert.deepEqual((await sees(live)).slice(0, 3), [ofAll.id, ofBoth.id, ofA.id])
  for (const [client, id] of [
    [keyB, ofA.id],
    [keyA, ofBoth.id],
    [keyAB, ofAll.id],
  ] as const)
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await client(method, `/v1/media/${id}`)
      assert.deepEqual([status, body.code], [403, 'out_of_scope'])
    }
  const ready = async (only: string[] | null) =>
    (await listKnownMedia(db, workspaceId, [ofA.id, ofBoth.id, ofAll.id], only)).map(({ id }) => id).toSorted()
  assert.deepEqual(await ready([a]), [ofA.id])
  assert.deepEqual(await ready(null), [ofA.id, ofBoth.id, ofAll.id])
  assert.equal((await keyA('DELETE', `/v1/media/${ofA.id}`)).status, 200)
})

test('other slices get the metadata, the bytes and a URL of ready media', async () => {
  const asset = await ingest('/photo.jpg')
  const waiting = (await live('POST', '/v1/media', { url: `${origin.url}/missing` })).body.id
  const known = await listKnownMedia(db, workspaceId, [asset.id, waiting, 'med_unknown'])
  assert.deepEqual(new Set(known.map(({ id }) => id)), new Set([asset.id, waiting]))
  const [ready, ...others] = known.filter(isReady)
  assert.ok(ready && others.length === 0)
  assert.deepEqual(await buffer(await openMedia(ctx, ready)), photo)
  assert.equal((await fetch(reach(publicUrl(ctx, ready)))).status, 200)
  await world.queue.idle()
})

test('media that a post needs cannot be deleted: 409 names the post; once the post no longer needs them they can', async () => {
  const [one, two] = [await ingest('/photo.jpg'), await ingest('/film.mp4')]
  const needs = (...ids: string[]) =>
    transaction(db, (tx) => replaceMediaUses(ctx, tx, workspaceId, { usedBy: 'post_1', ids }))
  await needs(one.id, two.id)
  const refused = await live('DELETE', `/v1/media/${one.id}`)
  assert.deepEqual([refused.status, refused.body.code, refused.body.used_by], [409, 'wrong_state', ['post_1']])
  await needs(two.id)
  assert.equal((await live('DELETE', `/v1/media/${one.id}`)).status, 200)
  assert.equal((await live('DELETE', `/v1/media/${two.id}`)).status, 409)
  await needs()
  assert.equal((await live('DELETE', `/v1/media/${two.id}`)).status, 200)
  await assert.rejects(needs(two.id))
})

test('a deleted asset is gone at once and its file with the next sweep', async () => {
  const asset = await ingest('/photo.jpg')
  const key = asset.storage_key ?? ''
  const { status, body } = await live('DELETE', `/v1/media/${asset.id}`)
  assert.deepEqual([status, body.id], [200, asset.id])
  assert.equal((await live('GET', `/v1/media/${asset.id}`)).status, 404)
  assert.equal((await fetch(reach(asset.public_url))).status, 404)
  await sweepLeftovers(ctx)
  assert.ok(!files().includes(key))
})

test('an asset deleted while it is fetched stays deleted and leaves no file', async () => {
  let go: () => void = () => {}
  const blocked = new Promise<void>((resolve) => (go = resolve))
  const reached = new Promise<void>((resolve) => {
    origin.answers['/blocked.png'] = async (_request, response) => {
      response.write(png(10, 10))
      resolve()
      await blocked
      response.end(Buffer.alloc(100_000))
    }
  })
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}/blocked.png` })).body
  await reached
  assert.equal((await get(id)).status, 'fetching')
  const before = files().filter((name) => !name.includes(id))
  await live('DELETE', `/v1/media/${id}`)
  go()
  await world.queue.idle()
  await sweepLeftovers(ctx)
  assert.deepEqual(files(), before)
  assert.equal((await db`select * from media_leftovers`).length, 0)
})

test('media unused for 90 days are deleted, media that a post needs are not', async () => {
  const [needed, idle] = [await ingest('/photo.jpg'), await ingest('/photo.jpg')]
  await transaction(db, (tx) => replaceMediaUses(ctx, tx, workspaceId, { usedBy: 'post_2', ids: [needed.id] }))
  ctx.clock.advance(89 * DAY_MS)
  const late = await ingest('/photo.jpg')
  await deleteUnusedMedia(ctx)
  assert.equal((await get(idle.id)).status, 'ready')
  ctx.clock.advance(2 * DAY_MS)
  await deleteUnusedMedia(ctx)
  await sweepLeftovers(ctx)
  assert.equal((await live('GET', `/v1/media/${idle.id}`)).status, 404)
  assert.deepEqual([(await get(needed.id)).status, (await get(late.id)).status], ['ready', 'ready'])
  assert.deepEqual(new Set(files()), new Set([needed.storage_key, late.storage_key]))
  await transaction(db, (tx) => replaceMediaUses(ctx, tx, workspaceId, { usedBy: 'post_2', ids: [] }))
  ctx.clock.advance(89 * DAY_MS)
  await deleteUnusedMedia(ctx)
  assert.equal((await get(needed.id)).status, 'ready')
})

test('an asset whose job is lost does not wait indefinitely', async () => {
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}/photo.jpg` })).body
  await world.queue.idle()
  await db`
    update media_assets set status = 'fetching', storage_key = null where workspace_id = ${workspaceId} and id = ${id}`
  ctx.clock.advance(DAY_MS + 1000)
  await deleteUnusedMedia(ctx)
  const asset = await get(id)
  assert.deepEqual([asset.status, asset.validation.error?.code], ['failed', 'abandoned'])
})
