import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyLoad, computeMedians, type LoadFigures } from './rig/load.ts'
import { cpuSeconds } from './rig/machine.ts'
import { startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const CONNECTIONS = 64
const ROUNDS = 5
const SECONDS = 3
const SECRET = 'a client secret of the benchmark'

/** Webhooks of WhatsApp: a signature over the body, the push stored with its job, the answer after the commit. */
export async function bench(): Promise<Report> {
  const quoin = await startQuoin({ META_CLIENT_ID: '1', META_CLIENT_SECRET: SECRET })
  try {
    const postgres = Number(readFileSync(join(quoin.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const rounds: LoadFigures[] = []
    let [serverSeconds, postgresSeconds] = [0, 0]
    for (let round = -1; round < ROUNDS; round++) {
      const pushes = Array.from({ length: 20_000 }, (_, n) => buildPush(round, n))
      const before = [cpuSeconds(quoin.pid), cpuSeconds(postgres, { family: true })] as const
      const measured = await applyLoad({
        url: quoin.url,
        paths: ['/v1/inbound/whatsapp'],
        requests: pushes,
        headers: { 'content-type': 'application/json' },
        connections: CONNECTIONS,
        seconds: SECONDS,
      })
      // The first round warms up.
      if (round < 0) continue
      rounds.push(measured)
      serverSeconds += cpuSeconds(quoin.pid) - before[0]
      postgresSeconds += cpuSeconds(postgres, { family: true }) - before[1]
    }
    const cores = (seconds: number) => (seconds / (ROUNDS * SECONDS)).toFixed(2)
    return report(computeMedians(rounds), cores(serverSeconds), cores(postgresSeconds))
  } finally {
    await quoin.stop()
  }
}

function buildPush(round: number, n: number) {
  const message = {
    from: '15550100123',
    id: `wamid.${round}.${n}`,
    timestamp: '1763280000',
    type: 'text',
    text: { body: 'Hello' },
  }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100100', phone_number_id: '100000000000001' },
    contacts: [{ profile: { name: 'Example' }, wa_id: '15550100123' }],
    messages: [message],
  }
  const entry = [{ id: '100000000000000', changes: [{ field: 'messages', value }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  return { body, headers: { 'x-hub-signature-256': `sha256=${signature}` } }
}

function report({ perSecond, p50, p99 }: LoadFigures, serverCores: string, postgresCores: string): Report {
  const text = `
Distinct, signed webhooks of WhatsApp are verified, stored and acknowledged after the commit, while the worker of the same process
reads them. ${CONNECTIONS} connections from a separate process; medians of ${ROUNDS} rounds of ${SECONDS} s.

${table(['', 'webhooks/s', 'p50', 'p99'], [['verified and stored', Math.round(perSecond).toLocaleString('en'), `${p50} ms`, `${p99} ms`]])}

The server used ${serverCores} cores and PostgreSQL ${postgresCores}.`
  return { title: 'Inbound webhooks', text, bars: [{ what: 'webhooks a second', is: perSecond, atLeast: 2000 }] }
}
