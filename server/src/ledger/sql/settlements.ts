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
  const hasResponses = lines.some((line) => line.response)
  return db<SettledRow[]>`
    select ord, verdict, credits, available from ledger_close(
      ${workspaceId},
      p_epoch => ${epoch},
      p_now => ${now},
      p_holds => ${textArray(lines.map((line) => line.hold.id))},
      p_steps => ${textArray(lines.map((line) => line.step))},
      p_actions => ${textArray(lines.map((line) => line.action))},
      p_units => ${numberArray(lines.map((line) => line.units))},
      p_credits => ${numberArray(lines.map((line) => line.credits))},
      p_records => ${releases ? booleanArray(lines.map((line) => line.isCharge)) : null},
      p_status => ${hasResponses ? numberArray(lines.map((line) => line.response?.status ?? null)) : null},
      p_headers => ${hasResponses ? textArray(lines.map((line) => (line.response ? JSON.stringify(line.response.headers) : null))) : null},
      p_bodies => ${hasResponses ? textArray(lines.map((line) => line.response?.body ?? null)) : null}
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
      ${workspaceId},
      p_now => ${now},
      p_holds => ${textArray(lines.map((line) => line.hold.id))},
      p_epochs => ${numberArray(lines.map((line) => line.hold.epoch))},
      p_steps => ${textArray(lines.map((line) => line.step))},
      p_actions => ${textArray(lines.map((line) => line.action))},
      p_units => ${numberArray(lines.map((line) => line.units))},
      p_credits => ${numberArray(lines.map((line) => line.credits))},
      p_records => ${booleanArray(lines.map((line) => line.isCharge))},
      p_closes => ${booleanArray(lines.map((line) => line.closes))},
      p_status => ${numberArray(lines.map((line) => line.response?.status ?? null))},
      p_headers => ${textArray(lines.map((line) => (line.response ? JSON.stringify(line.response.headers) : null)))},
      p_bodies => ${textArray(lines.map((line) => line.response?.body ?? null))}
    )`
}

/** One charge of a settlement, or none: a row for the SQL functions. */
export interface ChargeLine extends Pick<Settlement, 'hold' | 'closes' | 'response'> {
  readonly step: string | null
  readonly action: string | null
  readonly units: number
  readonly credits: number
  readonly isCharge: boolean
}

/** Returns a line for every charge, in order. A settlement without charges has one line, which records nothing. */
export function toChargeLines({ hold, charges, closes, response }: Settlement): ChargeLine[] {
  if (charges.length === 0)
    return [{ hold, step: null, action: null, units: 0, credits: 0, isCharge: false, closes, response }]
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
      response: isLast ? response : null,
    }
  })
}
