import { grantCredits } from '../../../src/domains/billing/credits/grants.ts'
import { connectSandbox, createProfile } from '../account-scene.ts'
import { openExampleTicket } from '../declared-requests.ts'
import { addPeople, examplePerson } from '../directory-people.ts'
import { boot } from '../harness.ts'
import { startVendor } from '../scripted-vendor.ts'

/** A service in a separate process, with a clock of the processor time that each event loop turn takes. */
export interface StartedServer {
  readonly url: string
  readonly liveKey: string
  readonly testKey: string
  readonly accountId: string
}

const vendor = await startVendor()
const world = await boot({
  address: process.env['STALLS_DATABASE'] ?? '',
  env: {
    TEST_QUOTA_PER_DAY: '1000000',
    SOURCES_FIND_EMAIL: 'directory,finder',
    SOURCES_VERIFY_EMAIL: 'checker',
    SOURCES_ENRICH_PERSON: 'directory',
  },
  sources: [
    vendor.source({ id: 'finder', action: 'contacts/find-email' }),
    vendor.source({ id: 'checker', action: 'contacts/verify-email' }),
  ],
})
const { ctx, workspaceId } = world
await grantCredits(ctx, ctx.db, workspaceId, {
  kind: 'manual',
  source: 'tests',
  amount: 2_000_000_000,
  expiresAt: null,
})
await openExampleTicket(world)
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 50 }, (_, n) => examplePerson(n)),
)

function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let before = spentMs()
let longestMs = 0
setInterval(() => {
  const now = spentMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
}, 1)

process.on('message', () => {
  process.send?.({ longestMs })
  longestMs = 0
})
const keys = { liveKey: await world.key(), testKey: await world.key({ mode: 'test' }) }
const account = await connectSandbox(world.live, { profileId: await createProfile(world.live), username: 'ada' })
process.send?.({ url: world.url, ...keys, accountId: account.id } satisfies StartedServer)
