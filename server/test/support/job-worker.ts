import { createBulkJob } from '../../src/domains/data/data-jobs/create.ts'
import { dataJobHandlers } from '../../src/domains/data/data-jobs/jobs.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { readConfig } from '../../src/kit/config/config.ts'
import { createPublicUrl } from '../../src/kit/config/public-url.ts'
import type { Context } from '../../src/kit/context.ts'
import { createIds } from '../../src/kit/ids.ts'
import { startInvalidation } from '../../src/kit/invalidation.ts'
import { createLog } from '../../src/kit/log/log.ts'
import { startRequestFeed } from '../../src/kit/log/request-feed.ts'
import { createOutbound } from '../../src/kit/net/outbound.ts'
import { createPacing } from '../../src/kit/pacing.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { createSecrets, newMasterKey } from '../../src/kit/secrets.ts'
import { NOTHING_SHARED } from '../../src/kit/shared-limits.ts'
import { openStorage } from '../../src/kit/storage/open.ts'
import { createTopicCache } from '../../src/kit/topic-cache.ts'
import { createLedger } from '../../src/ledger/ledger.ts'
import { startQueue } from '../../src/queue/start.ts'
import { allSources } from '../../src/sources/catalogue.ts'
import { openSources } from '../../src/sources/registry.ts'
import { checkerAt } from './email-checker-source.ts'

/**
 * A worker for data jobs in a separate process, for tests that kill and freeze it. With a workspace id it submits a job
 * instead.
 */
const [address = '', checkerUrl = '', workspaceId] = process.argv.slice(2)
const config = readConfig({ ...process.env, SOURCES_VERIFY_EMAIL: 'checker', SOURCES_FIND_EMAIL: 'directory' })
const [db, clock, log] = [connect(address, { max: 6 }), systemClock, createLog('silent')]
const ids = createIds(clock)
const invalidation = await startInvalidation(db, log)
const tools = {
  config,
  db,
  reads: db,
  directory: db,
  clock,
  ids,
  log,
  invalidation,
  requestFeed: await startRequestFeed(db),
  cache: createTopicCache(invalidation),
  publicUrl: createPublicUrl(config),
  storage: await openStorage(config),
  secrets: createSecrets(newMasterKey()),
  outbound: createOutbound({ allowLoopback: true, httpsOnly: false }),
  pacing: createPacing(() => systemClock.now().getTime()),
  sharedLimits: NOTHING_SHARED,
  ledger: await createLedger({ db: connect(address, { max: 4 }), clock, ids, log }),
}
const sources = openSources(tools, [...allSources(tools), checkerAt(checkerUrl)])
const ctx: Context = { ...tools, sources }

if (workspaceId) {
  const principal = { workspaceId, keyId: 'key_test', mode: 'live', permission: 'read_write' } as const
  const caller = {
    ...principal,
    profileIds: null,
    expiresAt: null,
    monthlyBudget: null,
    user: null,
    memberId: null,
    role: null,
  }
  const queries = ['a@x.example', 'b@x.example']
  const call = { ctx, db, principal: caller, requestId: 'req_test', maxCredits: undefined }
  await createBulkJob(call, { action: 'contacts/verify-email', queries })
} else {
  const jobs = dataJobHandlers.map(({ job, run }) => ({ job: { ...job, leaseSeconds: 1 }, run }))
  await startQueue(ctx, { jobs, reapSeconds: 0.3, pollMs: 50 })
  process.stdout.write('ready\n')
}
