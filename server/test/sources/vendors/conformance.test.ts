import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { findMismatches } from '../../../src/kit/declare/violations.ts'
import { createLog } from '../../../src/kit/log/log.ts'
import { createOutbound } from '../../../src/kit/net/outbound.ts'
import type { LookupResult } from '../../../src/kit/sources.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../src/sources/actions.ts'
import { createAskSource } from '../../../src/sources/ask-source.ts'
import type { AnySource } from '../../../src/sources/source.ts'
import { vendors } from '../../../src/sources/vendors/vendors.ts'
import { runWaterfall } from '../../../src/sources/waterfall.ts'
import { atEnd } from '../../support/harness.ts'
import { aiArk } from '../../support/vendors/ai-ark.ts'
import { apollo } from '../../support/vendors/apollo.ts'
import { dropcontact } from '../../support/vendors/dropcontact.ts'
import {
  ADA,
  type Condition,
  EMAIL,
  type FakeReply,
  type FakeServer,
  type FakeVendor,
  KEY,
  NO_EMAIL,
  NOBODY,
  startFake,
} from '../../support/vendors/fake.ts'
import { findymail } from '../../support/vendors/findymail.ts'
import { fullenrich } from '../../support/vendors/fullenrich.ts'
import { hunter } from '../../support/vendors/hunter.ts'
import { icypeas } from '../../support/vendors/icypeas.ts'
import { neverbounce } from '../../support/vendors/neverbounce.ts'
import { peopleDataLabs } from '../../support/vendors/people-data-labs.ts'
import { prospeo } from '../../support/vendors/prospeo.ts'
import { zerobounce } from '../../support/vendors/zerobounce.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
type Any = any

const fakes: readonly FakeVendor[] = [
  hunter,
  peopleDataLabs,
  apollo,
  prospeo,
  findymail,
  icypeas,
  dropcontact,
  fullenrich,
  zerobounce,
  neverbounce,
  aiArk,
]

const NOW = new Date('2026-01-15T09:30:00.000Z')
const outbound = createOutbound({ allowLoopback: true, httpsOnly: false })
atEnd(() => outbound.close())

const questions: Record<string, { known: Any; unknown: Any; output: Any; email?: string }> = {
  [findEmail.id]: { known: ADA, unknown: NOBODY, output: findEmail.output },
  [verifyEmail.id]: { known: { email: EMAIL }, unknown: { email: NO_EMAIL }, output: verifyEmail.output },
  [enrichPerson.id]: {
    known: { by: 'email', email: EMAIL },
    unknown: { by: 'name', ...NOBODY },
    output: enrichPerson.output,
  },
}

const log = createLog('silent')
const budget = { spend: async () => '2026-01-15', giveBack: async () => {} }

/** Sends one question through a new waterfall, so that no rate limit or pause of an earlier one applies. */
function ask(
  source: AnySource,
  input: unknown,
  settings: Record<string, string>,
  ticket?: string,
): Promise<LookupResult<Any>> {
  const askSource = createAskSource({ outbound, budget, log, now: () => NOW, getSettings: () => settings })
  return runWaterfall({ ask: askSource, now: () => NOW.getTime() }, [source], input, {
    workspaceId: 'ws_test',
    deadlineMs: 60_000,
    judge: () => 'good',
    canWait: false,
    ...(ticket !== undefined && { tickets: [{ source: source.id, ticket, retryAfterMs: 0 }] }),
  })
}

/** Asks again while the result is pending. */
async function askUntilAnswered(
  source: AnySource,
  input: unknown,
  settings: Record<string, string>,
): Promise<LookupResult<Any>> {
  let result = await ask(source, input, settings)
  for (let round = 0; result.pending[0] && round < 5; round++)
    result = await ask(source, input, settings, result.pending[0].ticket)
  assert.deepEqual(result.pending, [], 'the answer is still pending')
  return result
}

function toOutcome(result: LookupResult<Any>): string {
  if (result.failure) return result.failure.kind
  return result.found ? 'found' : result.pending.length > 0 ? 'pending' : 'not_found'
}

function assertNoKey(result: LookupResult<Any>): void {
  assert.ok(!inspect(result, { depth: 20, showHidden: true }).includes(KEY), 'the key is in what came back')
}

test('every source of the list has a fake, and usable facts', () => {
  const tested = new Set(fakes.flatMap(({ sources }) => sources.map(({ id, action }) => `${id} ${action}`)))
  for (const { id, action } of vendors) assert.ok(tested.has(`${id} ${action}`), `${id} ${action} has no fake`)
  assert.equal(tested.size, vendors.length + 1, 'the list and the one that calls back')
  for (const source of fakes.flatMap(({ sources }) => sources)) {
    assert.ok(source.perSecond > 0 && source.timeoutMs >= 1000 && source.costMicros > 0, source.id)
    assert.ok(source.lineage && source.label && source.needs.length === 1, source.id)
  }
})

for (const fake of fakes)
  for (const source of fake.sources) {
    describe(`${source.label}, ${source.action}`, () => {
      const { known, unknown, output } = questions[source.action] as (typeof questions)[string]
      let server: FakeServer
      before(async () => {
        server = await startFake(fake)
      })

      async function inCondition(condition: Condition, asking = askUntilAnswered): Promise<LookupResult<Any>> {
        server.condition = condition
        try {
          return await asking(source, known, server.settings)
        } finally {
          server.condition = 'healthy'
        }
      }

      test('an answer is found, and has the shape of the action', async () => {
        const result = await askUntilAnswered(source, known, server.settings)
        const data = result.found?.data
        assert.deepEqual(findMismatches(output, data, []), [], inspect(data))
        if (source.action !== enrichPerson.id) assert.equal(data.email, EMAIL)
        else assert.match(data.full_name, /^ada example$/i)
        assert.equal(result.steps.at(-1)?.cost_micros, source.costMicros)
      })

      test('an unknown person is a miss, and costs nothing', async () => {
        const result = await askUntilAnswered(source, unknown, server.settings)
        // Most verifiers answer for any address; one that does not exist is invalid or not verified.
        if (result.found)
          assert.match(`${source.action} ${result.found.data.status}`, /^contacts\/verify-email (invalid|unknown)$/)
        else assert.deepEqual([toOutcome(result), result.steps.at(-1)?.cost_micros], ['not_found', 0])
      })

      if (fake.pends)
        test('the first answer is a ticket, and the ticket is answered later', async () => {
          const [first] = (await ask(source, known, server.settings)).pending
          assert.ok(first && first.ticket !== '' && first.retryAfterMs >= 1000)
          const later = await ask(source, known, server.settings, first.ticket)
          assert.deepEqual([toOutcome(later), later.pending[0]?.ticket], ['pending', first.ticket])
          assert.equal(toOutcome(await ask(source, known, server.settings, first.ticket)), 'found')
        })

      if (fake.pends)
        for (const [condition, means] of [
          ['failing', 'unavailable'],
          ['truncated', 'unavailable'],
          ['other_shape', 'unavailable'],
          ['wrong_server', 'unavailable'],
          ['throttled', 'rate_limited'],
        ] as const)
          test(`a ticket of a vendor that is ${condition} is ${means}, never a miss`, async () => {
            const [first] = (await ask(source, known, server.settings)).pending
            const result = await inCondition(condition, (...rest) => ask(...rest, first?.ticket))
            assert.equal(toOutcome(result), means)
            assertNoKey(result)
          })

      test('a wrong key is credentials', async () => {
        const wrong = { ...server.settings, [fake.variables.key]: 'wrong-key-7d' }
        const result = await askUntilAnswered(source, known, wrong)
        assert.equal(toOutcome(result), 'credentials')
        assert.ok(!inspect(result, { depth: 20 }).includes('wrong-key-7d'))
      })

      test('a throttle is rate_limited, with the time that the vendor names', async () => {
        const result = await inCondition('throttled')
        assert.deepEqual(
          [toOutcome(result), result.failure?.retryAfterMs],
          ['rate_limited', fake.throttled.retryAfterMs],
        )
      })

      test('an empty account is no_credits', async () => {
        assert.equal(toOutcome(await inCondition('no_credits')), 'no_credits')
      })

      for (const [condition, what] of [
        ['failing', 'a 500'],
        ['truncated', 'a truncated answer'],
        ['other_shape', 'JSON of another shape'],
        ['wrong_server', 'a 404 of another server'],
      ] as const)
        test(`${what} is unavailable, never a miss`, async () => {
          const result = await inCondition(condition)
          assert.equal(toOutcome(result), 'unavailable')
          assertNoKey(result)
        })

      test('a vendor that cannot be reached is unavailable', async () => {
        const nowhere = { ...server.settings, [fake.variables.base]: 'http://127.0.0.1:1024/base' }
        assert.equal(toOutcome(await ask(source, known, nowhere)), 'unavailable')
      })

      test('no answer is a timeout', async () => {
        const result = await inCondition('silent', (slow, ...rest) => ask({ ...slow, timeoutMs: 150 }, ...rest))
        assert.equal(toOutcome(result), 'timeout')
        assertNoKey(result)
      })

      for (const { name, reply, means } of fake.signals ?? [])
        test(`${name}: ${means}`, async () => {
          // A server of its own: a request that an earlier test gave up may arrive late and take the reply.
          const fresh = await startFake(fake)
          assert.equal(toOutcome(await replyOnce(fresh, reply, () => ask(source, known, fresh.settings))), means)
        })

      test('the key is sent only where the vendor takes it, and is in no failure', async () => {
        for (const condition of ['throttled', 'no_credits', 'healthy'] as const)
          assertNoKey(await inCondition(condition))
        const inQuery = server.asked.filter(({ query }) => [...query.values()].includes(KEY))
        assert.equal(inQuery.length > 0, fake.isKeyInQuery ?? false)
      })
    })
  }

/** Behavior of single vendors. */
describe('single vendors', () => {
  const named = (full_name: string) => {
    const [first_name = '', last_name = ''] = full_name.split(' ')
    return { first_name, last_name, full_name, domain: 'example.com' }
  }

  const misses: [what: string, fake: FakeVendor, name: string][] = [
    ['Apollo: an address that is not unlocked', apollo, 'Ada Locked'],
    ['Findymail: an empty list', findymail, 'Empty Example'],
    ['Findymail: a 404 of its own', findymail, 'Absent Example'],
    ['Dropcontact: Do_Not_Contact', dropcontact, 'Ada Shy'],
  ]
  for (const [what, fake, name] of misses)
    test(`${what} is a miss`, async () => {
      const { settings } = await startFake(fake)
      assert.equal(toOutcome(await askUntilAnswered(fake.sources[0] as AnySource, named(name), settings)), 'not_found')
    })

  test('Prospeo: the older shape is read too', async () => {
    const { settings } = await startFake(prospeo)
    const result = await ask(prospeo.sources[0] as AnySource, named('Ada Older'), settings)
    assert.equal(result.found?.data.email, EMAIL)
  })

  test('People Data Labs: a field that the plan does not include is no miss', async () => {
    const server = await startFake(peopleDataLabs)
    const hidden = {
      body: { status: 200, likelihood: 9, data: { id: '1', full_name: 'ada example', work_email: true } },
    }
    const result = await replyOnce(server, hidden, () =>
      ask(peopleDataLabs.sources[0] as AnySource, ADA, server.settings),
    )
    assert.equal(toOutcome(result), 'credentials')
  })

  test('Hunter: an address at a catch-all domain is risky, one that it calls invalid is a miss', async () => {
    const server = await startFake(hunter)
    const replyWith = (accept_all: boolean, status: string) => ({
      body: { data: { email: EMAIL, score: 80, accept_all, verification: { date: null, status } } },
    })
    const find = () => ask(hunter.sources[0] as AnySource, ADA, server.settings)
    const risky = await replyOnce(server, replyWith(true, 'valid'), find)
    assert.deepEqual([risky.found?.data.status, risky.found?.data.confidence], ['risky', 0.8])
    assert.equal(toOutcome(await replyOnce(server, replyWith(false, 'invalid'), find)), 'not_found')
  })

  const verdicts: [fake: FakeVendor, body: unknown, verdict: { status: string } & Record<string, unknown>][] = [
    [
      hunter,
      { data: { status: 'accept_all', accept_all: true } },
      { status: 'risky', sub_status: 'catch_all', catch_all: true },
    ],
    [hunter, { data: { status: 'unknown' } }, { status: 'unknown', sub_status: null }],
    [zerobounce, { status: 'spamtrap', sub_status: '' }, { status: 'invalid', sub_status: 'toxic' }],
    [zerobounce, { status: 'unknown', sub_status: 'greylisted' }, { status: 'unknown', sub_status: 'greylisted' }],
    [
      zerobounce,
      { status: 'catch-all', sub_status: '' },
      { status: 'risky', sub_status: 'catch_all', catch_all: true },
    ],
    [
      zerobounce,
      { status: 'do_not_mail', sub_status: 'role_based' },
      { status: 'risky', sub_status: 'role', role: true },
    ],
    [
      neverbounce,
      { status: 'success', result: 'catchall' },
      { status: 'risky', sub_status: 'catch_all', catch_all: true },
    ],
    [neverbounce, { status: 'success', result: 'unknown' }, { status: 'unknown', sub_status: null }],
    [findymail, { email: EMAIL, verified: false }, { status: 'unknown', sub_status: 'not_verified' }],
  ]
  for (const [fake, body, verdict] of verdicts) {
    const source = fake.sources.find(({ action }) => action === verifyEmail.id) as AnySource
    test(`${source.label}: ${JSON.stringify(body)} is ${verdict.status}`, async () => {
      const server = await startFake(fake)
      const result = await replyOnce(server, { body }, () => ask(source, { email: EMAIL }, server.settings))
      assert.partialDeepStrictEqual(result.found?.data, verdict)
    })
  }

  test('Hunter: 222, a mail server that failed, is unknown', async () => {
    const server = await startFake(hunter)
    const result = await replyOnce(server, { status: 222, body: {} }, () =>
      ask(hunter.sources[1] as AnySource, { email: EMAIL }, server.settings),
    )
    assert.equal(result.found?.data.status, 'unknown')
  })

  for (const fake of [peopleDataLabs, apollo, prospeo])
    test(`${fake.sources[1]?.label}: a person has our field values, and can be asked for again by the returned id`, async () => {
      const { settings, asked } = await startFake(fake)
      const source = fake.sources[1] as AnySource
      const { data: person, about } = (await ask(source, { by: 'email', email: EMAIL }, settings)).found ?? {}
      assert.deepEqual(about, { email: EMAIL }, 'by which the person can be suppressed')
      assert.equal(person.company.domain, 'example.com')
      assert.equal(person.company.size, '51-200')
      assert.match(person.links[0], /^https?:\/\//)
      assert.deepEqual(person.sources[0].fields.includes('company'), true)
      await ask(source, { by: 'id', id: person.id }, settings)
      const theirs = person.id.slice(source.id.length + 1)
      assert.ok(inspect(asked.at(-1), { depth: 5 }).includes(theirs))
      const count = asked.length
      assert.equal(toOutcome(await ask(source, { by: 'id', id: 'person_of_another_source' }, settings)), 'not_found')
      assert.equal(asked.length, count, 'an id that is not its own is not asked for')
    })
})

async function replyOnce<T>(server: FakeServer, reply: FakeReply, act: () => Promise<T>): Promise<T> {
  server.next = reply
  return act()
}
