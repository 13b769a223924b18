import type { HoldRequest, Settlement } from '../../kit/ledger.ts'
import { booleanArray, numberArray, textArray } from '../../kit/postgres/arrays.ts'
import { type Db, fetchInChunks } from '../../kit/postgres/db.ts'

export interface NewHold extends HoldRequest {
  readonly holdId: string
}

export interface AdmissionRow {
  /** The place of the call in its batch, from 1; row 0 says what is available now. */
  ord: number
  verdict: 'ok' | 'insufficient' | 'budget' | 'running' | 'mismatch' | 'replay'
  available: number
  replay_status: number | null
  replay_headers: string | null
  replay_body: string | null
  replay_request: string | null
}

/** `now` is null for the database's own clock; `isAgain` when the batch may have been committed before. */
export async function admit(
  db: Db,
  workspaceId: string,
  epoch: number,
  now: Date | null,
  isAgain: boolean,
  holds: readonly NewHold[],
): Promise<AdmissionRow[]> {
  const claims = holds.some((hold) => hold.idempotency)
  const caps = holds.some((hold) => hold.monthlyBudget !== null)
  const durable = holds.some((hold) => hold.isDurable)
  return db<AdmissionRow[]>`
    select ord, verdict, available, replay_status, replay_headers, replay_body, replay_request from ledger_admit(
      ${workspaceId}, ${epoch}, ${now}, ${isAgain},
      ${textArray(holds.map((hold) => hold.holdId))}, ${textArray(holds.map((hold) => hold.keyId))},
      ${numberArray(holds.map((hold) => hold.credits))}, ${textArray(holds.map((hold) => hold.action))},
      ${textArray(holds.map((hold) => hold.priceBook))}, ${textArray(holds.map((hold) => hold.requestId))},
      ${numberArray(holds.map((hold) => hold.seconds))}, ${durable ? booleanArray(holds.map((hold) => hold.isDurable ?? false)) : null},
      ${caps ? numberArray(holds.map((hold) => hold.monthlyBudget)) : null},
      ${claims ? textArray(holds.map((hold) => hold.idempotency?.key ?? null)) : null},
      ${claims ? textArray(holds.map((hold) => (hold.idempotency ? Buffer.from(hold.idempotency.fingerprint).toString('hex') : null))) : null}
    )`
}

export interface SettledRow {
  /** The place of the line in its batch, from 1; row 0 says what is available now. */
  ord: number
  verdict: 'ok' | 'fenced'
  credits: number
  available: number
}

/** Ends holds with one charge or none each; answers a row for each whose hold was gone. */
export async function close(
  db: Db,
  workspaceId: string,
  epoch: number,
  now: Date | null,
  lines: readonly Line[],
): Promise<SettledRow[]> {
  const releases = lines.some((line) => !line.isCharge)
  const answers = lines.some((line) => line.answer)
  return db<SettledRow[]>`
    select ord, verdict, credits, available from ledger_close(
      ${workspaceId}, ${epoch}, ${now},
      ${textArray(lines.map((line) => line.hold.id))}, ${textArray(lines.map((line) => line.step))}, ${textArray(lines.map((line) => line.action))},
      ${numberArray(lines.map((line) => line.units))}, ${numberArray(lines.map((line) => line.credits))},
      ${releases ? booleanArray(lines.map((line) => line.isCharge)) : null},
      ${answers ? numberArray(lines.map((line) => line.answer?.status ?? null)) : null},
      ${answers ? textArray(lines.map((line) => (line.answer ? JSON.stringify(line.answer.headers) : null))) : null},
      ${answers ? textArray(lines.map((line) => line.answer?.body ?? null)) : null}
    )`
}

/** Any settlements, those of several steps and those that leave their hold open too; answers a row for every line. */
export async function settle(
  db: Db,
  workspaceId: string,
  now: Date | null,
  lines: readonly Line[],
): Promise<SettledRow[]> {
  return db<SettledRow[]>`
    select ord, verdict, credits, available from ledger_settle(
      ${workspaceId}, ${now},
      ${textArray(lines.map((line) => line.hold.id))}, ${numberArray(lines.map((line) => line.hold.epoch))}, ${textArray(lines.map((line) => line.step))},
      ${textArray(lines.map((line) => line.action))}, ${numberArray(lines.map((line) => line.units))}, ${numberArray(lines.map((line) => line.credits))},
      ${booleanArray(lines.map((line) => line.isCharge))}, ${booleanArray(lines.map((line) => line.closes))},
      ${numberArray(lines.map((line) => line.answer?.status ?? null))},
      ${textArray(lines.map((line) => (line.answer ? JSON.stringify(line.answer.headers) : null)))}, ${textArray(lines.map((line) => line.answer?.body ?? null))}
    )`
}

export interface Line extends Pick<Settlement, 'hold' | 'closes' | 'answer'> {
  readonly step: string | null
  readonly action: string | null
  readonly units: number
  readonly credits: number
  readonly isCharge: boolean
}

/** A line for every charge, in order; a settlement without charges has one line that records nothing. */
export function linesOf({ hold, charges, closes, answer }: Settlement): Line[] {
  if (charges.length === 0)
    return [{ hold, step: null, action: null, units: 0, credits: 0, isCharge: false, closes, answer }]
  return charges.map(({ step, action, units, credits }, at) => {
    const isLast = at === charges.length - 1
    return {
      hold,
      step,
      action,
      units,
      credits,
      isCharge: true,
      closes: closes && isLast,
      answer: isLast ? answer : null,
    }
  })
}

export async function updateHoldEpoch(
  db: Db,
  workspaceId: string,
  holdId: string,
  epoch: number,
  seconds: number | undefined,
): Promise<boolean> {
  const { count } = await db`
    update holds set epoch = ${epoch}
      ${seconds === undefined ? db`` : db`, expires_at = clock_timestamp() + ${seconds} * interval '1 second'`}
    where workspace_id = ${workspaceId} and id = ${holdId} and is_durable`
  return count > 0
}

export async function updateHoldKept(
  db: Db,
  workspaceId: string,
  holdId: string,
  epoch: number,
  seconds: number,
): Promise<boolean> {
  const { count } = await db`
    update holds set is_durable = true, expires_at = clock_timestamp() + ${seconds} * interval '1 second'
    where workspace_id = ${workspaceId} and id = ${holdId} and epoch = ${epoch}`
  return count > 0
}

/** Workspaces with something to give back. Holds are few: they are the calls in flight. */
export async function listSweepable(db: Db, deadEpochs: readonly number[]): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select distinct workspace_id from holds
    where expires_at < clock_timestamp() or (epoch = any(${deadEpochs}::bigint[]) and not is_durable)`
  return rows.map((row) => row.workspace_id)
}

export async function sweep(db: Db, workspaceId: string, deadEpochs: readonly number[]): Promise<number> {
  const [row] = await db<{ count: number }[]>`select ledger_sweep(${workspaceId}, ${deadEpochs}::bigint[]) as count`
  return row?.count ?? 0
}

/** The first half of the lock's key; the second is the epoch. */
const NODE_LOCKS = 8151

/** Registered and locked in one statement: nobody sees the row before the lock that says it lives. */
export async function insertNode(db: Db): Promise<number> {
  const [row] = await db<[{ epoch: number }]>`
    with node as (insert into nodes default values returning epoch)
    select epoch, pg_advisory_lock(${NODE_LOCKS}, epoch::integer) from node`
  return row.epoch
}

/** Takes the lock of an epoch we had before; whether that epoch is still ours, `findNode` tells. */
export async function lockNode(db: Db, epoch: number): Promise<void> {
  await db`select pg_advisory_lock(${NODE_LOCKS}, ${epoch}::integer)`
}

export async function findNode(db: Db, epoch: number): Promise<boolean> {
  return (await db`select from nodes where epoch = ${epoch}`).length > 0
}

/**
 * Epochs whose process no longer holds its lock, and those that holds name but nobody registered: a statement of a dead
 * process can commit after the process was buried. Transaction locks: nothing to give back by hand.
 */
export async function listDeadNodes(tx: Db): Promise<number[]> {
  const rows = await tx<{ epoch: number }[]>`
    select epoch from nodes where pg_try_advisory_xact_lock(${NODE_LOCKS}, epoch::integer)
    union
    select epoch from holds h where not is_durable and not exists (select from nodes n where n.epoch = h.epoch)`
  return rows.map((row) => row.epoch)
}

/** Only while nobody took the lock again: a process that lost its connection comes back for its epoch. */
export async function deleteNodes(db: Db, epochs: readonly number[]): Promise<void> {
  await db`delete from nodes where epoch = any(${epochs}::bigint[])
    and not exists (select from holds h where h.epoch = nodes.epoch and not h.is_durable)
    and pg_try_advisory_xact_lock(${NODE_LOCKS}, epoch::integer)`
}

export async function listWorkspaces(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from workspaces where id > ${after} order by id limit ${limit}`
  return rows.map((row) => row.id)
}

/** A journal entry with one of its charges, or with none. */
export interface JournalLine {
  seq: number
  kind: string
  amount: number
  entries: number
  entries_hash: Uint8Array
  body: string
  at: string
  hash: Uint8Array
  hold_id: string | null
  step: string | null
  key_id: string | null
  action: string | null
  units: number | null
  credits: number | null
  price_book: string | null
  request_id: string | null
}

/** The whole journal in order, a thousand lines at a time. */
export function eachJournalLine(db: Db, workspaceId: string): AsyncIterable<JournalLine[]> {
  const lines = db<JournalLine[]>`
    select j.seq, j.kind, j.amount, j.entries, j.entries_hash, j.body, j.hash,
      to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      c.hold_id, c.step, c.key_id, c.action, c.units, c.credits, c.price_book, c.request_id
    from journal j left join charges c on c.workspace_id = j.workspace_id and c.journal_seq = j.seq
    where j.workspace_id = ${workspaceId} order by j.seq, c.hold_id, c.step`
  return fetchInChunks(db, lines, 1000)
}

export interface WalletState {
  granted: number
  available: number
  held: number
  spent: number
  expired: number
  seq: number
  head: Uint8Array
  /** Sums of the rows the columns stand for. */
  held_rows: number
  spent_rows: number
}

export async function findWalletState(db: Db, workspaceId: string): Promise<WalletState | undefined> {
  const [row] = await db<WalletState[]>`
    select granted, available, held, spent, expired, seq, head,
      (select coalesce(sum(amount), 0) from holds where workspace_id = ${workspaceId})::bigint as held_rows,
      (select coalesce(sum(credits), 0) from charges where workspace_id = ${workspaceId})::bigint as spent_rows
    from wallets where workspace_id = ${workspaceId}`
  return row
}

export interface GrantState {
  id: string
  kind: string
  source_ref: string
  amount: number
  remaining: number
  expires_at: number | null
}

export async function listGrants(db: Db, workspaceId: string): Promise<GrantState[]> {
  return db<GrantState[]>`
    select id, kind, source_ref, amount, remaining, (extract(epoch from expires_at) * 1000000)::bigint as expires_at
    from grants where workspace_id = ${workspaceId}`
}

/** Rows that contradict each other, each with a sentence that says how. */
export async function listContradictions(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db<{ says: string }[]>`
    select format('charge %s/%s names entry %s, which is not there', c.hold_id, c.step, c.journal_seq) as says
    from charges c left join journal j on j.workspace_id = c.workspace_id and j.seq = c.journal_seq
    where c.workspace_id = ${workspaceId} and c.journal_seq is not null and j.seq is null
    union all
    select format('charge %s/%s is %s credits, %s expected by price book %s', c.hold_id, c.step, c.credits, c.units * p.credits, c.price_book)
    from charges c
    join price_books b on b.name = c.price_book
    cross join lateral (select (b.body::jsonb -> 'actions' -> c.action ->> 'credits')::bigint as credits) p
    where c.workspace_id = ${workspaceId} and c.credits > 0 and c.credits is distinct from c.units * p.credits
    union all
    select format('budget of key %s in %s holds %s credits, its holds %s', b.key_id, b.period, b.held, coalesce(h.amount, 0))
    from key_budgets b left join (
      select key_id, budget_period, sum(amount) as amount from holds
      where workspace_id = ${workspaceId} and budget_period is not null group by 1, 2
    ) h on h.key_id = b.key_id and h.budget_period = b.period
    where b.workspace_id = ${workspaceId} and b.held <> coalesce(h.amount, 0)
    union all
    select format('idempotency key %s waits for hold %s, which is not there', i.key, i.hold_id)
    from idempotency_keys i left join holds h on h.workspace_id = i.workspace_id and h.id = i.hold_id
    where i.workspace_id = ${workspaceId} and i.hold_id like 'hold\\_%' and i.status is null and h.id is null
    union all
    select format('idempotency key %s answered %s credits charged, its charges are %s', i.key, i.headers ->> 'x-credits-charged', c.credits)
    from idempotency_keys i cross join lateral (
      select coalesce(sum(credits), 0) as credits from charges where workspace_id = i.workspace_id and hold_id = i.hold_id
    ) c
    where i.workspace_id = ${workspaceId} and i.hold_id like 'hold\\_%' and i.status is not null
      and c.credits::text is distinct from i.headers ->> 'x-credits-charged'
    union all
    select format('hold %s has more than one idempotency key', hold_id)
    from idempotency_keys where workspace_id = ${workspaceId} and hold_id like 'hold\\_%' group by hold_id having count(*) > 1
    limit 1000`
  return rows.map((row) => row.says)
}
