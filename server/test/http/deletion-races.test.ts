import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { buildUrl } from '../support/declared-requests.ts'
import { type Reply, until } from '../support/harness.ts'
import { hasLockWait } from '../support/lock-waits.ts'
import { kindsNamedBy, listWrites } from '../support/writes/pairs.ts'
import { bootWrites } from '../support/writes/tenant.ts'

const scene = await bootWrites()
const { db } = scene

/** Tables by kind of resource. The resources of a profile are deleted with the profile. */
const TABLES: Readonly<Record<string, string>> = {
  prof: 'profiles',
  acc: 'profiles',
  ent: 'profiles',
  conn: 'profiles',
  cmt: 'profiles',
  conv: 'profiles',
  rev: 'profiles',
  tpl: 'profiles',
  plk: 'profiles',
  post: 'posts',
  med: 'media_assets',
  wh: 'webhook_endpoints',
  srch: 'saved_searches',
  sup: 'suppressions',
  flt: 'sandbox_faults',
}

/** Sends a write while a transaction that deletes its resource is about to commit. */
async function sendDuringDeletion(endpoint: AnyEndpoint, table: string): Promise<Reply> {
  const tenant = await scene.newTenant()
  const { client, sent } = await tenant.write(endpoint)
  let reply: Promise<Reply> | undefined
  await db.begin(async (tx) => {
    if (table === 'posts') await tx`delete from post_targets where workspace_id = ${tenant.workspaceId}`
    await tx`delete from media_uses where workspace_id = ${tenant.workspaceId}`
    await tx`delete from ${tx(table)} where workspace_id = ${tenant.workspaceId}`
    let isAnswered = false
    reply = client(endpoint.method, buildUrl(endpoint, sent), sent.body).finally(() => (isAnswered = true))
    await until(
      'the write to wait for the deletion, or to be answered',
      async () => isAnswered || (await hasLockWait(db)),
    )
  })
  return reply as Promise<Reply>
}

test('a write that races with the deletion of its resource responds as if it came after the deletion', async () => {
  const broken: string[] = []
  for (const endpoint of listWrites('write')) {
    const tables = new Set(kindsNamedBy(endpoint).flatMap((kind) => TABLES[kind] ?? []))
    for (const table of tables) {
      const { status, text } = await sendDuringDeletion(endpoint, table)
      if (status >= 500)
        broken.push(`${endpoint.id} beside the deletion of its ${table}: ${status} ${text.slice(0, 300)}`)
    }
  }
  assert.equal(broken.length, 0, `\n${broken.join('\n')}`)
})
