import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { postJobs } from '../../src/domains/social/posts/jobs.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { readConfig } from '../../src/kit/config/config.ts'
import { createPublicUrl } from '../../src/kit/config/public-url.ts'
import type { Context } from '../../src/kit/context.ts'
import { createIds } from '../../src/kit/ids.ts'
import { createLog } from '../../src/kit/log/log.ts'
import { createOutbound } from '../../src/kit/net/outbound.ts'
import { createPacing } from '../../src/kit/pacing.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { createSecrets } from '../../src/kit/secrets.ts'
import { NOTHING_SHARED } from '../../src/kit/shared-limits.ts'
import { openStorage } from '../../src/kit/storage/open.ts'
import { startQueue } from '../../src/queue/start.ts'

/**
 * A publishing worker in a separate process, for tests that kill it. Takes the database's ADDRESS; settings are in the
 * environment.
 */
const [address = ''] = process.argv.slice(2)
// Contains only what publishing uses of its context: the rest would slow the start.
const config = readConfig({ QUOIN_DATA: `${tmpdir()}/quoin-none`, ...process.env })
const ctx = {
  config,
  publicUrl: createPublicUrl(config),
  db: connect(address, { max: 4, name: `worker ${process.pid}` }),
  clock: systemClock,
  ids: createIds(systemClock),
  log: createLog('silent'),
  secrets: createSecrets(config.QUOIN_MASTER_KEY ?? ''),
  outbound: createOutbound({ allowLoopback: true, httpsOnly: false }),
  storage: await openStorage(config),
  pacing: createPacing(() => systemClock.now().getTime()),
  sharedLimits: NOTHING_SHARED,
} as unknown as Context
await startQueue(ctx, { jobs: postJobs, pollMs: 250, reapSeconds: 0.2 })
process.stdout.write('ready\n')
// A killed process writes no compile cache at its end; with one the next worker starts twice as fast.
flushCompileCache()
