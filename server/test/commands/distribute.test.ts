import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { backupFolder, target } from '../support/backup-scene.ts'
import { skipOnCitus } from '../support/citus-databases.ts'
import { freshDatabase, toDatabaseUrl } from '../support/harness.ts'
import { run } from '../support/processes.ts'

const address = await freshDatabase()

async function distribute(...args: string[]) {
  const program = run(
    'db',
    { DATABASE_URL: toDatabaseUrl(address), LOG_LEVEL: 'error' },
    { args: ['distribute', ...args] },
  )
  const { code } = await program.ended
  return { code, output: program.output() }
}

const skip = await skipOnCitus('these say what a database without it answers, and one that only seems to have it')

test('without Citus nothing is distributed, and the error says what to install', { skip }, async () => {
  const { code, output } = await distribute()
  assert.equal(code, 1)
  assert.match(output, /no Citus extension.*create extension citus.*citus_add_node.*run this command again/s)
  const wrong = await distribute('--shards', '0')
  assert.equal(wrong.code, 2)
  assert.match(wrong.output, /--shards must be a number from 1 to 1024/)
})

/** Citus's own tables for a database whose wallets are distributed. */
const CATALOGUE = `
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 11, false, '13.2-1');
  create table wallets (workspace_id text);
  create schema citus_catalogue;
  create table citus_catalogue.pg_dist_partition as select 'wallets'::regclass as logicalrelid, 'h'::"char" as partmethod, 's'::"char" as repmodel;
  create table citus_catalogue.pg_dist_shard (logicalrelid regclass, shardid bigint);
  create function citus_catalogue.shard_name(regclass, bigint) returns text return '';
  alter role quoin in database DATABASE set search_path = public, citus_catalogue`

test('a distributed database is not backed up, and the error says how to back up its nodes', { skip }, async () => {
  const { db, quoin } = await target()
  await db.unsafe(CATALOGUE.replace('DATABASE', db.options.config.database ?? ''))
  const folder = join(backupFolder(), 'first')
  await assert.rejects(
    quoin('backup', folder),
    /no common snapshot.*pg_basebackup.*citus_create_restore_point.*recover every node/s,
  )
  assert.equal(existsSync(folder), false)
})
