import type { Settlement } from '../../kit/ledger.ts'
import { booleanArray, numberArray, textArray } from '../../kit/postgres/arrays.ts'
import type { Db } from '../../kit/postgres/db.ts'

export interface SettledRow {
  /** The position of the line in its batch, from 1; row 0 has the available credits. */
  ord: number
  verdict: 'ok' | 'fenced'
  credits: number
  available: number
}

/** Closes holds with at most one charge each. Returns a row for each hold that was gone. */
export async function closeHolds(
  db: Db,
  workspaceId: string,
  lines: readonly ChargeLine[],
  { epoch, now }: { epoch: number; now: Date | null },
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

/** Settles any charges, including several of one hold and those that leave it open. Returns a row for every line. */
export async function settleCharges(
  db: Db,
  workspaceId: string,
  lines: readonly ChargeLine[],
  now: Date | null,
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

/** One charge of a settlement, or none: a row for the SQL functions. */
export interface ChargeLine extends Pick<Settlement, 'hold' | 'closes' | 'answer'> {
  readonly step: string | null
  readonly action: string | null
  readonly units: number
  readonly credits: number
  readonly isCharge: boolean
}

/** Returns a line for every charge, in order. A settlement without charges has one line, which records nothing. */
export function toChargeLines({ hold, charges, closes, answer }: Settlement): ChargeLine[] {
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
