import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient, until } from '../support/harness.ts'
import { movieData, movieStart, png } from '../support/media-samples.ts'
import { firstRun, run, scratch, start } from '../support/processes.ts'

/** Mounts a separate disk for a data folder; undefined where this user may not mount one. */
function mountDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-disk-'))
  const { status } = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])
  after(() => {
    if (status === 0) spawnSync('/bin/umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  return status === 0 ? folder : undefined
}

/** Writes until the disk is full. */
function fill(folder: string): string {
  const file = join(folder, 'filler')
  const fd = openSync(file, 'w')
  try {
    for (let size = 1_048_576; size >= 1; size = size >> 1)
      try {
        for (;;) if (writeSync(fd, Buffer.alloc(size)) < size) break
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      }
  } finally {
    closeSync(fd)
  }
  return file
}

const PNG = { 'content-type': 'image/png' }

test('media uploads stop at the disk reserve, while the database continues', async () => {
  const dataDir = join(scratch(), 'data')
  const server = await start(dataDir, { DISK_RESERVE_BYTES: '1125899906842624' })
  await server.says(/first-run\.json/)
  assert.match(server.output(), /less than DISK_RESERVE_BYTES/)
  const key = firstRun(dataDir).live_key
  const live = createClient(server.url, key)
  const upload = await fetch(`${server.url}/v1/media`, {
    method: 'POST',
    body: png(8, 8),
    headers: { ...PNG, authorization: `Bearer ${key}` },
  })
  const problem = (await upload.json()) as { code: string; detail: string }
  assert.deepEqual([upload.status, problem.code], [507, 'insufficient_storage'])
  assert.match(problem.detail, /reserved for the database/)
  assert.equal(upload.headers.get('retry-after'), '60')
  const created = await live('POST', '/v1/media/uploads', { bytes_size: 100, filename: 'a.png' })
  assert.deepEqual([created.status, created.body.code], [507, 'insufficient_storage'])
  const ingested = await live('POST', '/v1/media', { url: 'https://example.com/a.png' })
  assert.deepEqual([ingested.status, ingested.body.code], [507, 'insufficient_storage'])
  assert.equal((await live('POST', '/v1/profiles', { name: 'Written' })).status, 201)
  assert.deepEqual((await live('GET', '/v1/media')).body.data, [])
})

test('a file that grows into the reserve while it is sent is refused, and nothing of it remains', async (t) => {
  const disk = mountDisk(300)
  if (!disk) return t.skip('this user cannot mount a disk')
  const dataDir = join(disk, 'data')
  const reserve = 200 * 1_048_576
  const server = await start(dataDir, { DISK_RESERVE_BYTES: String(reserve), MEDIA_BYTES_MAX: '536870912' })
  await server.says(/first-run\.json/)
  const key = firstRun(dataDir).live_key
  const video = async function* () {
    yield Buffer.concat([movieStart(), movieData(400 * 1_048_576)])
    for (let n = 0; n < 400; n++) yield Buffer.alloc(1_048_576)
  }
  const sent = fetch(`${server.url}/v1/media`, {
    method: 'POST',
    body: video(),
    duplex: 'half',
    headers: { 'content-type': 'video/mp4', authorization: `Bearer ${key}` },
  } as unknown as RequestInit)
  // The connection may close before the refusal is read, because the caller was still sending.
  const status = await sent.then(
    (answer) => answer.status,
    () => 507,
  )
  assert.equal(status, 507)
  const live = createClient(server.url, key)
  assert.equal((await live('POST', '/v1/profiles', { name: 'Written' })).status, 201)
  await until('no leftover', () => spawnSync('find', [join(dataDir, 'media'), '-name', '*.part']).stdout.length === 0)
  assert.deepEqual((await live('GET', '/v1/media')).body.data, [])
})

test('a start on a full disk gives a clear error, and the next start finds everything', async (t) => {
  const disk = mountDisk(400)
  if (!disk) return t.skip('this user cannot mount a disk')
  const dataDir = join(disk, 'data')
  const first = await start(dataDir, { DISK_RESERVE_BYTES: '0' })
  await first.says(/first-run\.json/)
  const live = createClient(first.url, firstRun(dataDir).live_key)
  assert.equal((await live('POST', '/v1/profiles', { name: 'Kept' })).status, 201)
  // Killed, so that the next start has to recover, and to write.
  first.child.kill('SIGKILL')
  await first.ended
  const filler = fill(disk)
  const assertSaid = async (folder: string) => {
    const server = run('all', { QUOIN_DATA: folder })
    assert.equal((await server.ended).code, 1, server.output())
    assert.match(server.output(), /^The disk is full\. Free some space[^\n]*$/m)
    assert.doesNotMatch(server.output(), /^\s+at /m, 'no stack')
  }
  await assertSaid(dataDir)
  await assertSaid(join(disk, 'new'))
  rmSync(filler)
  const again = await start(dataDir, { DISK_RESERVE_BYTES: '0' })
  const listed = await createClient(again.url, firstRun(dataDir).live_key)('GET', '/v1/profiles')
  assert.deepEqual(
    listed.body.data.map(({ name }: { name: string }) => name),
    ['Kept'],
  )
})
