import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { getCredits } from '../../../src/domains/billing/credits/balance.ts'
import { insertGrant } from '../../../src/domains/billing/credits/sql/grants.ts'
import { expireGrants } from '../../../src/domains/billing/credits/sql/wallets.ts'
import type { LedgerModel, ModelCall, ModelCharge, ModelDirectCharge, ModelGrant, ModelHold } from './model.ts'
import { charge, compare, ctx, publishPrice, reserve, type System, settle } from './system.ts'

type Step = fc.AsyncCommand<LedgerModel, System>

/** A command: runs on the model and on the ledger, then checks that both agree. */
function command(says: string, run: (model: LedgerModel, system: System) => Promise<unknown>): Step {
  return {
    check: () => true,
    async run(model, system) {
      await run(model, system)
      await compare(model, system)
    },
    toString: () => says,
  }
}

const workspace = fc.nat({ max: 1 })
const call = fc.record({
  workspace,
  key: fc.constantFrom('k_free', 'k_capped'),
  units: fc.nat({ max: 5 }),
  isDurable: fc.boolean(),
  idempotency: fc.option(fc.record({ key: fc.constantFrom('i1', 'i2', 'i3'), print: fc.nat({ max: 1 }) })),
})

/** Calls that arrive together: each is admitted if it still fits when its turn comes. */
const reserves = fc
  .record({ node: fc.constantFrom('a', 'b'), calls: fc.array(call, { minLength: 1, maxLength: 6 }) })
  .map(({ node, calls }) =>
    command(`reserve on ${node} ${JSON.stringify(calls)}`, async (model, system) => {
      const name = node === 'a' ? 'a' : `b${model.deadNodes.size}`
      const wanted: ModelCall[] = calls.map((one) => ({ ...one, node: name, cap: one.key === 'k_capped' ? 20 : null }))
      const sends = await Promise.all(wanted.map((one) => reserve(system, { ...one, node })))
      const admissions = await Promise.all(sends.map((send) => send()))
      const claimed = new Set<string>()
      for (const [at, one] of wanted.entries()) {
        const claim = one.idempotency && `${one.workspace}/${one.idempotency.key}`
        const isTwin = claim !== null && claimed.has(claim)
        if (claim !== null) claimed.add(claim)
        const expected = isTwin ? { verdict: 'running' as const } : model.reserve(one)
        const admission = admissions[at]
        assert.equal(admission?.verdict, expected.verdict)
        if (admission?.verdict === 'ok') system.holds.push(admission.hold)
        if (admission?.verdict === 'replay' && 'answer' in expected)
          assert.equal(admission.response.body, expected.answer)
      }
    }),
  )

const directCharge = fc
  .record({ call, share: fc.nat({ max: 4 }) })
  .map(({ call: one, share }) => ({ ...one, found: Math.floor((one.units * share) / 4) }))

/**
 * Calls that are charged without a hold, together. The second call with a key waits for the first, and so comes after the
 * others.
 */
const charges = fc
  .record({ node: fc.constantFrom('a', 'b'), calls: fc.array(directCharge, { minLength: 1, maxLength: 6 }) })
  .map(({ node, calls }) =>
    command(`charge on ${node} ${JSON.stringify(calls)}`, async (model, system) => {
      const planned = await Promise.all(
        calls.map(async (one, at) => {
          const wanted: ModelDirectCharge = { ...one, node, cap: one.key === 'k_capped' ? 20 : null }
          const answer = one.idempotency && `the answer of charge ${at} of ${model.direct.length}`
          return { wanted, answer, ...(await charge(system, wanted, model.price, answer)) }
        }),
      )
      const outcomes = await Promise.all(planned.map(({ send }) => send()))
      const rounds = new Map<string, number>()
      const inOrder = planned
        .map((plan, at) => {
          const { workspace: of, idempotency } = plan.wanted
          const claim = idempotency ? `${of}/${idempotency.key}` : ''
          const round = claim === '' ? 0 : (rounds.get(claim) ?? 0)
          rounds.set(claim, round + 1)
          return { ...plan, round, outcome: outcomes[at] }
        })
        .toSorted((a, b) => a.round - b.round)
      for (const { wanted, answer, requestId, outcome } of inOrder) {
        const expected = model.charge(wanted, answer)
        assert.equal(outcome?.verdict, expected.verdict)
        if (outcome?.verdict === 'ok') system.direct.push(requestId)
        if (outcome?.verdict === 'replay') assert.equal(outcome.response.body, expected.answer)
      }
    }),
  )

const line: fc.Arbitrary<ModelCharge> = fc.record({ step: fc.constantFrom('', 's1', 's2'), units: fc.nat({ max: 3 }) })
const ending = fc.record({
  pick: fc.nat({ max: 100 }),
  /** Most settle running calls; the others are late. */
  isLate: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  lines: fc.uniqueArray(line, { maxLength: 3, selector: ({ step }) => step }),
  closes: fc.boolean(),
  isAnswered: fc.boolean(),
})

/** More than was held: the first rule of the database that detects it refuses it. */
const OVERDRAWN = /exceeds its hold|holds_amount_check|key_budgets_not_negative/

/** Settlements that arrive together: full, partial, empty, excessive, in steps, twice, too late. */
const settles = fc.array(ending, { minLength: 1, maxLength: 5 }).map((endings) =>
  command(`settle ${JSON.stringify(endings)}`, async (model, system) => {
    const planned = endings.flatMap(({ pick, isLate, lines, closes, isAnswered }) => {
      const holds = isLate ? model.all : [...model.holds.values()]
      const hold = holds[pick % holds.length]
      if (!hold) return []
      const isKept = closes && isAnswered && hold.idempotency !== null
      const total = totalAfter(model, hold, lines)
      const answer = isKept ? `the answer of ${hold.n} for ${total}` : null
      return [{ hold, lines, closes, answer, expected: model.settle(hold.n, lines, closes, answer) }]
    })
    const outcomes = await Promise.allSettled(planned.map((plan) => settle(system, plan.hold.n, plan.hold.price, plan)))
    for (const [at, { expected }] of planned.entries()) {
      const outcome = outcomes[at]
      if (outcome?.status === 'rejected') assert.match(String(outcome.reason), OVERDRAWN)
      const real = outcome?.status === 'fulfilled' ? outcome.value : { verdict: 'overdrawn', credits: 0 }
      assert.deepEqual([real.verdict, real.credits], [expected.verdict, expected.credits])
    }
  }),
)

function totalAfter(model: LedgerModel, hold: ModelHold, lines: readonly ModelCharge[]): number {
  const steps = new Map(lines.map(({ step }) => [step, 0]))
  for (const { step, units } of lines.toReversed()) steps.set(step, units * hold.price)
  for (const step of steps.keys()) if (model.charges.has(`${hold.n}/${step}`)) steps.delete(step)
  return model.chargedUnder(hold.n) + [...steps.values()].reduce((sum, credits) => sum + credits, 0)
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const grants = fc
  .record({
    workspace,
    kind: fc.constantFrom('pack' as const, 'subscription' as const, 'manual' as const, 'refund' as const),
    source: fc.constantFrom('s1', 's2', 's3'),
    amount: fc.integer({ min: 1, max: 40 }),
    expiresIn: fc.option(fc.constantFrom(-HOUR, HOUR, DAY, 40 * DAY)),
  })
  .map(({ workspace: at, kind, source, amount, expiresIn }) =>
    command(`grant ${kind} ${source} of ${amount} to ${at}, expires in ${expiresIn}`, async (model, system) => {
      const expiresAt = expiresIn === null ? null : model.now + expiresIn
      const expected = model.grant(at, { kind, source, amount, expiresAt })
      const id = ctx.ids.next('grant')
      const grant = { id, kind, source, amount, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
      assert.equal(await insertGrant(ctx.db, system.workspaces[at] as string, ctx.clock.now(), grant), expected)
    }),
  )

const takes = fc
  .record({
    workspace,
    pick: fc.nat({ max: 20 }),
    most: fc.integer({ min: 1, max: 40 }),
    kind: fc.constantFrom('trim', 'revoke'),
  })
  .map(({ workspace: at, pick, most, kind }) =>
    command(`${kind} up to ${most} of grant ${pick} of ${at}`, async (model, system) => {
      const all = model.wallet(at).grants
      const grant = all[pick % all.length] as ModelGrant
      const workspaceId = system.workspaces[at] as string
      const ids = await ctx.db<{ id: string }[]>`select id from grants where workspace_id = ${workspaceId} order by id`
      const id = ids[pick % all.length]?.id ?? ''
      const [row] =
        await ctx.db`select ledger_take(${workspaceId}, ${ctx.clock.now()}, ${kind}, ${id}, ${most}, 'test') as taken`
      assert.equal(row?.['taken'], model.take(at, grant, most))
    }),
  )

const advances = fc.constantFrom(1000, HOUR, DAY, 15 * DAY).map((ms) =>
  command(`${ms / 1000} s pass`, async (model) => {
    model.now += ms
    ctx.clock.advance(ms)
  }),
)

const expiries = fc.constant(
  command('expire what is due', async (model, system) => {
    for (const [at, workspaceId] of system.workspaces.entries()) {
      await expireGrants(ctx.db, workspaceId, ctx.clock.now())
      model.expire(at)
    }
  }),
)

const readings = workspace.map((at) =>
  command(`read the credits of ${at}`, async (model, system) => {
    const credits = await getCredits(ctx, ctx.db, system.workspaces[at] as string)
    model.expire(at)
    const { available, held, spent, expired, granted } = model.wallet(at)
    assert.deepEqual(
      [credits.available, credits.held, credits.spent, credits.expired, credits.granted],
      [available, held, spent, expired, granted],
    )
  }),
)

const crashes = fc.constant(
  command('b is killed', async (model, system) => {
    model.deadNodes.add(`b${model.deadNodes.size}`)
    await system.crash()
  }),
)

const sweeps = fc.constant(
  command('sweep', async (model, system) => {
    assert.equal(await system.ledger('a').sweep(), model.sweep())
  }),
)

const overdue = fc.nat({ max: 100 }).map((pick) =>
  command(`hold ${pick} is overdue`, async (model, system) => {
    const open = [...model.holds.values()]
    const hold = open[pick % open.length]
    if (!hold) return
    hold.isOverdue = true
    const { workspaceId, id } = system.holds[hold.n] ?? { workspaceId: '', id: '' }
    await ctx.db`update holds set expires_at = now() - interval '1 second' where workspace_id = ${workspaceId} and id = ${id}`
  }),
)

const adoptions = fc.nat({ max: 100 }).map((pick) =>
  command(`a adopts hold ${pick}`, async (model, system) => {
    const hold = model.all[pick % model.all.length]
    const real = hold && system.holds[hold.n]
    if (!hold || !real) return
    const adopted = await system.ledger('a').adopt(real.workspaceId, real.id)
    assert.equal(adopted !== undefined, hold.isDurable && model.holds.has(hold.n))
    if (!adopted) return
    system.holds[hold.n] = adopted
    hold.node = 'a'
  }),
)

const prices = fc.integer({ min: 1, max: 5 }).map((price) =>
  command(`publish a price of ${price}`, async (model) => {
    model.price = price
    await publishPrice(price)
  }),
)

/** Generates everything that can happen, most often calls. */
export function histories(maxCommands: number): fc.Arbitrary<Iterable<Step>> {
  const often = [reserves, reserves, reserves, settles, settles, settles, charges, charges]
  const seldom = [grants, takes, advances, expiries, readings, crashes, sweeps, overdue, adoptions, prices]
  return fc.commands([...often, ...seldom], { maxCommands, size: 'max' })
}
