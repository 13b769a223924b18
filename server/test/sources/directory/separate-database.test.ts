import assert from 'node:assert/strict'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { ConfigError } from '../../../src/kit/config/config.ts'
import { connect } from '../../../src/kit/postgres/db.ts'
import { openDirectory } from '../../../src/sources/directory/open-directory.ts'
import { suppress } from '../../../src/sources/directory/suppress/suppress.ts'
import { addPeople, examplePerson } from '../../support/directory-people.ts'
import { atEnd, boot, freshDatabase, testContext, toDatabaseUrl, until } from '../../support/harness.ts'

const directoryAddress = await freshDatabase()
const world = await boot({ env: { DIRECTORY_DATABASE_URL: toDatabaseUrl(directoryAddress), LOG_LEVEL: 'silent' } })
const { ctx, live } = world
await addPeople(ctx, 'crm', [examplePerson(1), examplePerson(2), examplePerson(3)])
const search = () => live('POST', '/v1/data/search/people', { query: 'research' })

test('with a directory apart, people and suppressions are in its database alone, and nothing else is', async () => {
  const [first] = (await search()).body.data
  assert.equal((await live('POST', '/v1/suppressions', { kind: 'person', value: first.id })).status, 201)
  assert.equal((await search()).body.data.length, 2)
  assert.equal((await live('GET', '/v1/suppressions')).body.data.length, 1)
  const count = (db: typeof ctx.db) => db`
    select (select count(*) from people) as people, (select count(*) from companies) as companies,
      (select count(*) from suppressions) as suppressions, (select count(*) from directory_changes) as changes,
      (select count(*) from workspaces) as workspaces, (select count(*) from charges) as charges`
  assert.deepEqual(
    [...(await count(ctx.directory))],
    [{ people: 3, companies: 1, suppressions: 1, changes: 2, workspaces: 0, charges: 0 }],
  )
  assert.deepEqual(
    [...(await count(ctx.db))],
    [{ people: 0, companies: 0, suppressions: 0, changes: 0, workspaces: 1, charges: 2 }],
  )
})

test('a retry of a suppression with its key gets the first answer', async () => {
  const body = { kind: 'domain', value: 'left-out.example' }
  const made = await live('POST', '/v1/suppressions', body, { 'idempotency-key': 'leave-out' })
  const again = await live('POST', '/v1/suppressions', body, { 'idempotency-key': 'leave-out' })
  assert.deepEqual([made.status, again.status, again.text], [201, 201, made.text])
})

test('a process that does not know that the directory is apart fails instead of suppressing where no search looks', async () => {
  const late = { id: ctx.ids.ulid(), kind: 'domain' as const, value: 'late.example', reason: null, now: new Date() }
  await assert.rejects(suppress(ctx.db, '', late), /not in this database/)
})

/** A connection to a database that can be cut. */
async function relayTo(address: string) {
  const [folder = '', name = ''] = address.split('?')
  const sockets = new Set<Socket>()
  const relay = createServer((socket) => {
    const onward = connectSocket(`${folder}/.s.PGSQL.5432`)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one.on('error', () => other.destroy()).on('close', () => other.destroy()))
      one.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => void relay.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = relay.address() as AddressInfo
  const cut = () => {
    relay.close()
    for (const socket of sockets) socket.destroy()
  }
  atEnd(cut)
  return { url: `postgres://quoin@127.0.0.1:${port}/${name}`, cut, mend: () => listen(port) }
}

test('while the database of the directory is away, searches answer 503 and everything else goes on', async () => {
  const relay = await relayTo(await freshDatabase())
  const own = await boot({ env: { DIRECTORY_DATABASE_URL: relay.url, LOG_LEVEL: 'silent' } })
  await addPeople(own.ctx, 'crm', [examplePerson(1)])
  const ask = () => own.live('POST', '/v1/data/search/people', { query: 'research' })
  assert.equal((await ask()).status, 200)
  relay.cut()
  const away = await until('a search that fails', async () => {
    const reply = await ask()
    return reply.status === 200 ? undefined : reply
  })
  assert.deepEqual([away.status, away.headers.get('x-credits-charged')], [503, '0'])
  assert.equal((await own.live('GET', '/v1/credits')).status, 200)
  const { checks } = (await own.operator('GET', '/v1/operator/health')).body
  assert.deepEqual(
    checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ check }: { check: string }) => check),
    ['directory'],
  )
  await relay.mend()
  await until('searches', async () => (await ask()).status === 200)
})

test('a start refuses a directory that is in the other database', async (t) => {
  const opening = async (address: string, url?: string) => {
    const db = connect(address, { max: 2 })
    atEnd(() => db.end({ timeout: 1 }))
    const { config } = await testContext()
    const directory = await openDirectory({ ...config, DIRECTORY_DATABASE_URL: url }, db)
    if (directory !== db) atEnd(() => directory.end({ timeout: 1 }))
  }
  const refused = (of: Promise<void>, message: RegExp) =>
    assert.rejects(of, (error) => error instanceof ConfigError && message.test(error.message))
  const [main, apart] = [await freshDatabase(), toDatabaseUrl(await freshDatabase())]
  await t.test('the same database twice', () => refused(opening(main, toDatabaseUrl(main)), /the same database/))
  await t.test('people are in the main database', async () => {
    const full = await testContext()
    await addPeople(full, 'crm', [examplePerson(1)])
    const address = `${main.split('?')[0]}?${(await full.db`select current_database() as name`)[0]?.['name']}`
    await refused(opening(address, apart), /quoin-server directory move/)
  })
  await opening(main, apart)
  await opening(main, apart)
  await t.test('the setting is missing', () => refused(opening(main), /must be set/))
  await t.test('the other database has its directory elsewhere', async () =>
    refused(opening(await freshDatabase(), toDatabaseUrl(main)), /yet another/),
  )
})
