import type { Account, AccountHealth } from './contract/resources.ts'
import type { AccountRow, FeedTrouble } from './sql/accounts.ts'

export function presentAccount(row: AccountRow): Account {
  return {
    id: row.id,
    profile_id: row.profile_id,
    platform: row.platform,
    external_identity_id: row.external_identity_id,
    display_name: row.display_name,
    username: row.username,
    avatar_url: row.avatar_url,
    status: row.status,
    active_entity:
      row.active_entity_id === null || row.active_external_id === null
        ? null
        : {
            id: row.active_entity_id,
            kind: row.entity_kind ?? '',
            external_id: row.active_external_id,
            name: row.entity_name ?? '',
            parent_external_id: row.entity_parent,
          },
    granted_scopes: row.granted_scopes,
    health: buildHealthReport(row),
    connected_at: row.connected_at?.toISOString() ?? null,
    disconnected_at: row.disconnected_at?.toISOString() ?? null,
    disconnect_reason: row.disconnect_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function presentHealth(row: AccountRow): AccountHealth {
  return { account_id: row.id, platform: row.platform, status: row.status, health: buildHealthReport(row) }
}

/** Combines the result of the last check with the current state of the tokens and the feeds. */
function buildHealthReport(row: AccountRow): Record<string, unknown> {
  const { health, is_renewable, token_expires_at, reauth_at, feed_troubles } = row
  const token =
    is_renewable === null
      ? null
      : {
          expires_at: token_expires_at?.toISOString() ?? null,
          renews_itself: is_renewable,
          sign_in_again_at: reauth_at?.toISOString() ?? null,
        }
  if (!feed_troubles) return { ...health, token }
  const issues = [...((health['issues'] ?? []) as unknown[]), ...feed_troubles.flatMap(feedIssues)]
  return { ...health, status: health['status'] === 'healthy' ? 'warning' : health['status'], issues, token }
}

function feedIssues({ feed, since, is_failing, is_stuck, error, skipped }: FeedTrouble) {
  const severity = 'warning'
  const issues: Record<string, string>[] = []
  if (is_failing) {
    const from = since ? `since ${new Date(since).toISOString()}` : 'yet'
    const reason = error?.['message']
    const why = typeof reason === 'string' ? reason : 'an internal error of this server'
    const next = is_stuck ? ' A single item causes this: the next read skips it.' : ''
    issues.push({ code: 'feed_failing', feed, message: `${feed} could not be read ${from}: ${why}${next}`, severity })
  }
  if (skipped) {
    const items = skipped.count === 1 ? '1 item' : `${skipped.count} items`
    const message = `${items} of ${feed} could not be read and were skipped, the last at ${skipped.at}: ${skipped.reason}`
    issues.push({ code: 'feed_skipped', feed, message, remediation: 'Look for it on the platform.', severity })
  }
  return issues
}
