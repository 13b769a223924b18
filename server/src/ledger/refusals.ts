import type { Refusal, Terms } from '../kit/ledger.ts'
import type { AdmissionRow } from './sql/holds.ts'

export function toRefusal(row: AdmissionRow, verdict: Exclude<AdmissionRow['verdict'], 'ok'>): Refusal {
  if (verdict !== 'replay') return { verdict, available: row.available }
  const response = {
    status: row.replay_status ?? 200,
    headers: JSON.parse(row.replay_headers ?? '{}'),
    body: row.replay_body ?? '',
  }
  return { verdict, response, requestId: row.replay_request ?? '' }
}

type Payer = Pick<Terms, 'workspaceId' | 'keyId'>

export interface RefusedPayers {
  has(payer: Payer): boolean
  note(payer: Payer, verdict: Refusal['verdict'] | 'ok'): void
}

const KEPT_MAX = 10_000

/**
 * Workspaces without enough credits and keys without enough budget, as far as this process knows. Their calls make a hold
 * first, so that a refusal costs no lookup. The first admitted hold removes them.
 */
export function rememberRefused(): RefusedPayers {
  const refused = new Set<string>()
  return {
    has: ({ workspaceId, keyId }) => refused.size > 0 && (refused.has(workspaceId) || refused.has(keyId)),
    note({ workspaceId, keyId }, verdict) {
      if (verdict === 'ok') {
        if (refused.size === 0) return
        refused.delete(workspaceId)
        refused.delete(keyId)
      } else if (verdict === 'insufficient' || verdict === 'budget') {
        if (refused.size >= KEPT_MAX) refused.clear()
        refused.add(verdict === 'budget' ? keyId : workspaceId)
      }
    },
  }
}
