import type { Reply } from '../../../api/client.ts'
import { formatCount, pluralize } from '../../../components/count.ts'
import { formatNumber } from '../../../components/time/time.ts'

/** The server stops counting here. */
const COUNT_MAX = 1000

/** Lists the consequences of closing a workspace, without those that do not apply. */
export function listConsequences(closing: Reply<'workspaces.closing'>): string[] {
  const { credits, members, api_keys, accounts, scheduled_posts, running_jobs, webhooks } = closing
  return [
    members === 1
      ? 'You lose access.'
      : counted(members, 'member loses access.', 'members lose access, including you.'),
    counted(api_keys, 'API key stops working.', 'API keys stop working.'),
    counted(accounts, 'account is disconnected.', 'accounts are disconnected.'),
    counted(scheduled_posts, 'scheduled post is canceled.', 'scheduled posts are canceled.'),
    counted(running_jobs, 'running job is canceled.', 'running jobs are canceled.'),
    counted(webhooks, 'webhook endpoint is disabled.', 'webhook endpoints are disabled.'),
    closing.has_subscription && 'The subscription ends with the paid period.',
    closing.has_auto_topup && 'Automatic top-up is turned off.',
    `${formatCount(credits.available, 'credit is', 'credits are')} kept but cannot be spent while the workspace is closed.`,
    credits.held > 0 && `${formatCount(credits.held, 'held credit is', 'held credits are')} settled or released.`,
  ].filter((text) => text !== false)
}

function counted(count: number, one: string, many: string): string | false {
  if (count === 0) return false
  return `${formatNumber(count)}${count >= COUNT_MAX ? ' or more' : ''} ${pluralize(count, one, many)}`
}
