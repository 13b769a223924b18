import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../src/kit/postgres/db.ts'
import { migrate, readMigrations } from '../../src/kit/postgres/migrate.ts'
import { emptyDatabase } from '../support/databases.ts'

const all = readMigrations()

test('keys that exist get the member behind them; those of people who left stay with the workspace, and without power over it', async () => {
  const db = connect(await emptyDatabase(), { max: 2, name: 'test' })
  try {
    await migrate(
      db,
      all.filter(({ id }) => id < 68),
    )
    await db`insert into workspaces (id, name, created_at) values ('ws_1', 'One', now())`
    await db`
      insert into users (id, email, name, created_at, updated_at)
      select 'usr_' || who, who || '@example.com', who, now(), now() from unnest(array['own', 'mem', 'gone']) as who`
    await db`
      insert into memberships (workspace_id, user_id, role, created_at)
      values ('ws_1', 'usr_own', 'owner', now()), ('ws_1', 'usr_mem', 'member', now())`
    await db`
      insert into api_keys (workspace_id, id, key_prefix, mode, scope, permission, profile_ids, created_at, minted_by)
      select 'ws_1', id, '', 'live', 'full', 'read_write', '{}', now(), minter
      from (values ('key_first', null), ('key_2', 'key_first'), ('key_own', 'usr_own'), ('key_mem', 'usr_mem'),
        ('key_child', 'key_mem'), ('key_grandchild', 'key_child'), ('key_gone', 'usr_gone')) as k (id, minter)`
    await db`
      insert into invitations (workspace_id, id, email, role, invited_by, created_at, expires_at)
      values ('ws_1', 'inv_1', 'new@example.com', 'member', 'own@example.com', now(), now())`
    await migrate(db, all)
    const keys = await db<{ row: string }[]>`
      select concat_ws(' ', id, coalesce(created_by, '-'), coalesce(member_id, '-'), role) as row from api_keys order by id`
    assert.deepEqual(
      keys.map(({ row }) => row),
      [
        'key_2 - - owner',
        'key_child usr_mem usr_mem member',
        'key_first - - owner',
        'key_gone usr_gone - member',
        'key_grandchild usr_mem usr_mem member',
        'key_mem usr_mem usr_mem member',
        'key_own usr_own usr_own owner',
      ],
    )
    const [invitation] = await db`select created_by from invitations`
    assert.equal(invitation?.['created_by'], 'usr_own')
  } finally {
    await db.end({ timeout: 5 })
  }
})
