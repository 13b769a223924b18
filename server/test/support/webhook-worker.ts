import { systemClock } from '../../src/kit/clock.ts'
import type { Context } from '../../src/kit/context.ts'
import { createLog } from '../../src/kit/log/log.ts'
import { createOutbound } from '../../src/kit/net/outbound.ts'
import { connect } from '../../src/kit/postgres/db.ts'
import { createSecrets } from '../../src/kit/secrets.ts'
import { startDeliveries } from '../../src/webhooks/delivery/start.ts'

/** A worker in a separate process, which tests kill and disconnect. Arguments: the database's address and the options as JSON. */
const [address = '', options = '{}'] = process.argv.slice(2)
// Contains only what delivering uses of the context; the rest would slow the start.
const ctx = {
  db: connect(address, { max: 2, name: `worker ${process.pid}` }),
  clock: systemClock,
  log: createLog('silent'),
  secrets: createSecrets(process.env['QUOIN_MASTER_KEY'] ?? ''),
  outbound: createOutbound({ allowLoopback: true, httpsOnly: false }),
} as unknown as Context
await startDeliveries(ctx, JSON.parse(options))
process.stdout.write('ready\n')
process.once('SIGTERM', () => process.exit(0))
