import type { Reply } from '../../../api/client.ts'
import { formatNumber } from '../../../components/time.ts'

/** The server counts no further. */
const COUNT_MAX = 1000

/** What closing a workspace ends, in words; what it has none of is left out. */
export function listConsequences(closing: Reply<'workspaces.closing'>): string[] {
  const { credits, members, api_keys, accounts, scheduled_posts, running_jobs, webhooks } = closing
  return [
    members === 1
      ? 'You can no longer enter.'
      : counted(members, 'person can no longer enter.', 'people can no longer enter, you among them.'),
    counted(api_keys, 'API key stops working.', 'API keys stop working.'),
    counted(accounts, 'account is disconnected.', 'accounts are disconnected.'),
    counted(scheduled_posts, 'scheduled post is canceled.', 'scheduled posts are canceled.'),
    counted(running_jobs, 'running job is canceled.', 'running jobs are canceled.'),
    counted(webhooks, 'webhook endpoint is disabled.', 'webhook endpoints are disabled.'),
    closing.has_subscription && 'The subscription ends with the period that is paid.',
    closing.has_auto_topup && 'The automatic top-up is removed.',
    `${formatNumber(credits.available)} credits stay, and cannot be spent while it is closed.`,
    credits.held > 0 && `${formatNumber(credits.held)} credits are held now, and are settled or released.`,
  ].filter((text) => text !== false)
}

function counted(count: number, one: string, many: string): string | false {
  if (count === 0) return false
  return `${formatNumber(count)}${count >= COUNT_MAX ? ' or more' : ''} ${count === 1 ? one : many}`
}
