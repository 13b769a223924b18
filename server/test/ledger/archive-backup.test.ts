import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { archiveLedger } from '../../src/ledger/archive/archive.ts'
import { archiveScene } from '../support/archive-scene.ts'
import { backupFolder, commandsFor, target } from '../support/backup-scene.ts'
import { plainDatabase } from '../support/databases.ts'

const address = await plainDatabase()
const scene = await archiveScene({ address })
const into = backupFolder()
const env = { QUOIN_MASTER_KEY: scene.masterKey }
const restored = await target({ ...env, QUOIN_DATA: into })
const quoin = commandsFor(address, { ...env, QUOIN_DATA: scene.data })

test('a backup includes checkpoints and objects, and a restored ledger verifies from the first entry', async () => {
  const { workspaceId } = await scene.livedIn()
  await scene.archive(workspaceId, scene.daysAgo(40))
  const folder = join(backupFolder(), 'one')
  assert.match((await quoin('backup', folder, '--media')).output, /includes 1 media files/)
  const { code, output } = await restored.quoin('restore', folder)
  assert.deepEqual([code, /The ledger is consistent/.test(output)], [0, true], output)
  const verified = await restored.quoin('ledger', 'verify', '--archive')
  assert.deepEqual(
    [verified.code, /9 entries from before .* are archived/.test(verified.output)],
    [0, true],
    verified.output,
  )
  assert.match(
    (await restored.quoin('doctor')).output,
    /ledger archive: 1 object of 1 workspace in the folder .*media, with entries from before/,
  )

  rmSync(join(into, 'media/ledger'), { recursive: true })
  const without = await restored.quoin('ledger', 'verify', '--archive')
  assert.deepEqual([without.code, /of checkpoint 1 is missing: restore it/.test(without.output)], [1, true])
  assert.equal((await restored.quoin('ledger', 'verify')).code, 0, 'what is in the database is consistent all the same')
})

test('with another master key, the recorded public key is enough', async () => {
  const [, key = ''] = /Ed25519 key ([\w-]{43})/.exec((await quoin('ledger', 'verify')).output) ?? []
  const other = commandsFor(address, { QUOIN_DATA: scene.data })
  const refused = await other('ledger', 'verify')
  assert.deepEqual([refused.code, refused.output.includes(`signed with the unknown key ${key}`)], [1, true])
  assert.equal((await other('ledger', 'verify', '--public-key', key)).code, 0)
})

test('a restored database finds the objects archived after its backup, and archives to the same ones', async () => {
  const { workspaceId } = await scene.livedIn()
  const folder = join(backupFolder(), 'two')
  await quoin('backup', folder)
  const [first] = await scene.archive(workspaceId, scene.daysAgo(40))
  const [{ body }] = await scene.db<[{ body: string }]>`
    select body from ledger_checkpoints where workspace_id = ${workspaceId}`
  const again = await target({ ...env, QUOIN_DATA: scene.data })
  assert.equal((await again.quoin('restore', folder)).code, 0)

  const archived: unknown[] = []
  await archiveLedger(
    { ...scene.ctx, db: again.db },
    { before: scene.daysAgo(40), workspaceId, onWorkspace: (one) => archived.push(one) },
  )
  assert.deepEqual(archived, [first])
  const [row] = await again.db<[{ body: string }]>`
    select body from ledger_checkpoints where workspace_id = ${workspaceId}`
  assert.deepEqual(JSON.parse(row.body).object, JSON.parse(body).object)
})
