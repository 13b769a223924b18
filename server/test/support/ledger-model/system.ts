import assert from 'node:assert/strict'
import { creditsFor } from '../../../src/domains/billing/credits/price-book.ts'
import { bookFor, publishBook } from '../../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../../src/domains/billing/credits/standard-book.ts'
import { openWorkspace } from '../../../src/domains/billing/onboarding/service.ts'
import type { Hold, Ledger, Terms } from '../../../src/kit/ledger.ts'
import { connect } from '../../../src/kit/postgres/db.ts'
import { createLedger } from '../../../src/ledger/ledger.ts'
import { type Node, registerNode } from '../../../src/ledger/node.ts'
import { describeDiscrepancy, verifyLedger } from '../../../src/ledger/verify.ts'
import { atEnd, freshDatabase, type TestContext, testContext } from '../harness.ts'
import type { LedgerModel, ModelCall, ModelCharge, ModelDirectCharge } from './model.ts'

export const ACTION = 'people/enrich'
export const START = new Date('2026-11-20T12:00:00Z')

/** The real ledger under the same commands: two processes, `a` that lives and `b` that is killed now and then. */
export interface System {
  readonly ctx: TestContext
  readonly workspaces: readonly string[]
  /** Holds by the model's number. */
  readonly holds: Hold[]
  /** Requests charged without a hold, by the model's number. */
  readonly direct: string[]
  ledger(node: string): Ledger
  /** Ends `b` like a crash. The next call to it finds a new process. */
  crash(): Promise<void>
}

const address = await freshDatabase()
export const ctx = await testContext({ address })
let published = 0

export async function publishPrice(credits: number): Promise<void> {
  const actions = { ...STANDARD_BOOK.actions, [ACTION]: { credits, unit: 'person found' } }
  await publishBook(ctx, ctx.db, { ...STANDARD_BOOK, name: `book-${published++}`, actions })
}

async function startLedger(batchMax: number): Promise<Ledger> {
  const db = connect(address, { max: 2 })
  const registered = await registerNode({ db, log: ctx.log })
  // The model has no grace period after a start.
  const node: Node = Object.create(registered, { isSteady: { value: true } })
  const ledger = await createLedger({ db, clock: ctx.clock, ids: ctx.ids, log: ctx.log, node, batchMax })
  return {
    ...ledger,
    async close() {
      await ledger.close()
      await registered.close()
      await db.end({ timeout: 1 })
    },
  }
}

const processes = new Map<number, { a: Ledger; b: Ledger }>()

export async function startSystem(batchMax: number): Promise<System> {
  let pair = processes.get(batchMax)
  if (!pair) {
    const started = { a: await startLedger(batchMax), b: await startLedger(batchMax) }
    atEnd(() => Promise.all([started.a.close(), started.b.close()]))
    processes.set(batchMax, (pair = started))
  }
  const running = pair
  ctx.clock.set(START)
  // Leftovers of a failed history must not affect the next one.
  await ctx.db`update holds set expires_at = now() - interval '1 second'`
  await running.a.sweep()
  await publishPrice(3)
  const workspaces = [await openWorkspace(ctx, 'First'), await openWorkspace(ctx, 'Second')]
  return {
    ctx,
    workspaces: workspaces.map(({ workspaceId }) => workspaceId),
    holds: [],
    direct: [],
    ledger: (node) => (node === 'a' ? running.a : running.b),
    async crash() {
      await running.b.close()
      running.b = await startLedger(batchMax)
    },
  }
}

async function buildTerms(system: System, call: Omit<ModelCall, 'isDurable'>): Promise<Terms> {
  const workspaceId = system.workspaces[call.workspace] as string
  const book = await bookFor(ctx, workspaceId)
  return {
    workspaceId,
    keyId: call.key,
    credits: creditsFor(book, { [ACTION]: call.units }),
    monthlyBudget: call.cap,
    action: ACTION,
    priceBook: book.name,
    requestId: ctx.ids.next('request'),
    ...(call.idempotency && {
      idempotency: { key: call.idempotency.key, fingerprint: Buffer.from([call.idempotency.print]) },
    }),
  }
}

export async function reserve(system: System, call: ModelCall) {
  const terms = await buildTerms(system, call)
  return () => system.ledger(call.node).reserve({ ...terms, seconds: 3600, isDurable: call.isDurable })
}

export async function charge(system: System, call: ModelDirectCharge, price: number, answer: string | null) {
  const terms = await buildTerms(system, call)
  const credits = call.found * price
  const headers = { 'x-credits-charged': String(credits) }
  return {
    requestId: terms.requestId,
    send: () =>
      system.ledger(call.node).charge({
        terms,
        charge: { step: '', action: ACTION, units: call.found, credits },
        response: answer === null ? null : { status: 200, headers, body: answer },
      }),
  }
}

export function settle(
  system: System,
  n: number,
  price: number,
  { lines, closes, answer }: { lines: readonly ModelCharge[]; closes: boolean; answer: string | null },
) {
  const charges = lines.map(({ step, units }) => ({ step, action: ACTION, units, credits: units * price }))
  const headers = { 'x-credits-charged': answer?.split(' ').at(-1) ?? '' }
  const stored = answer === null ? null : { status: 200, headers, body: answer }
  return system.ledger('a').settle({ hold: system.holds[n] as Hold, charges, closes, response: stored })
}

/** Compares every row that the model knows, in the model's words, and checks every invariant of the verifier. */
export async function compare(model: LedgerModel, system: System): Promise<void> {
  await Promise.all(
    system.workspaces.map(async (workspaceId, at) => {
      const [state, breaks] = await Promise.all([readLedgerState(system, workspaceId), listDiscrepancies(workspaceId)])
      assert.deepEqual(state, buildExpectedState(model, at))
      assert.deepEqual(breaks, [])
    }),
  )
}

async function listDiscrepancies(workspaceId: string): Promise<string[]> {
  for await (const { discrepancies } of verifyLedger(ctx.db, { workspaceId }))
    return discrepancies.map(describeDiscrepancy)
  return ['was not verified']
}

export async function readLedgerState({ holds, direct }: System, workspaceId: string) {
  const { db } = ctx
  const byRequest = new Map(direct.map((requestId, n) => [requestId, n]))
  const numbers = new Map(holds.map(({ id }, n) => [id, n]))
  const [[wallet], grants, open, charges, claims, budgets] = await Promise.all([
    db`select granted, available, held, spent, expired from wallets where workspace_id = ${workspaceId}`,
    db`select kind, source_ref, remaining from grants where workspace_id = ${workspaceId} order by id`,
    db`select id, amount from holds where workspace_id = ${workspaceId}`,
    db`select hold_id, request_id, step, credits from charges where workspace_id = ${workspaceId}`,
    db`select key, body from idempotency_keys where workspace_id = ${workspaceId}`,
    db`select key_id, period::text, held, spent from key_budgets where workspace_id = ${workspaceId}`,
  ])
  return {
    wallet: { ...wallet },
    grants: grants.map((g) => [g['kind'], g['kind'] === 'signup' ? 'signup' : g['source_ref'], g['remaining']]),
    holds: sorted(open.map((h) => [numbers.get(h['id']), h['amount']])),
    charges: sorted(
      charges
        .filter((c) => !byRequest.has(c['request_id']))
        .map((c) => [`${numbers.get(c['hold_id'])}/${c['step']}`, c['credits']]),
    ),
    direct: sorted(
      charges
        .filter((c) => byRequest.has(c['request_id']))
        .map((c) => [byRequest.get(c['request_id']), c['credits'], c['step']]),
    ),
    claims: sorted(claims.map((c) => [c['key'], c['body']])),
    budgets: sorted(budgets.map((b) => [`${b['key_id']} ${b['period']}`, b['held'], b['spent']])),
  }
}

function buildExpectedState(model: LedgerModel, workspace: number) {
  const { granted, available, held, spent, expired, grants, budgets, claims } = model.wallet(workspace)
  const mine = ({ workspace: of }: { workspace: number }) => of === workspace
  const isMine = (id: string) => mine(model.all[Number.parseInt(id, 10)] ?? { workspace: -1 })
  return {
    wallet: { granted, available, held, spent, expired },
    grants: grants.map(({ kind, source, remaining }) => [kind, source, remaining]),
    holds: sorted([...model.holds.values()].filter(mine).map(({ n, amount }) => [n, amount])),
    charges: sorted([...model.charges].filter(([id]) => isMine(id))),
    direct: sorted(model.direct.flatMap((one, n) => (mine(one) ? [[n, one.credits, '']] : []))),
    claims: sorted([...claims].map(([key, { answer }]) => [key, answer])),
    budgets: sorted([...budgets].map(([key, budget]) => [key, budget.held, budget.spent])),
  }
}

function sorted(rows: unknown[][]): unknown[][] {
  return rows.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
}
