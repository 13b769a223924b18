import { useRead } from '../../api/hooks.ts'
import { areas } from '../../app/areas.ts'

export interface Step {
  readonly title: string
  readonly text: string
  readonly button: string
  /** Where it is done; undefined while the portal has no page for it. */
  readonly path: string | undefined
  readonly isDone: boolean
}

const one = { query: { limit: 1 } }

/** The steps, once it is known which are done. Read again every few seconds until all are. */
export function useSteps(): readonly Step[] | undefined {
  const often = { everySeconds: 5 }
  const keys = useRead('api_keys.list', { query: { limit: 100 } }, often)
  const accounts = useRead('accounts.list', one, often)
  const posts = useRead('posts.list', one, often)
  const usage = useRead('credits.usage', { query: { group_by: 'day' } }, often)
  const deliveries = useRead('webhook_deliveries.list', { query: { limit: 1, status: 'delivered' } }, often)
  const all = [keys, accounts, posts, usage, deliveries]
  if (all.some(({ data }) => data === undefined)) return undefined
  return [
    {
      title: 'Create an API key',
      text: 'Your programs call the API with it.',
      button: 'Create a key',
      path: pathOf('/keys', '?new'),
      isDone: keys.data?.data.some(({ revoked_at }) => revoked_at === null) ?? false,
    },
    {
      title: 'Connect an account',
      text: 'The sandbox is a social network for trying things out: no sign-up, and nothing leaves this server.',
      button: 'Connect',
      path: pathOf('/accounts'),
      isDone: hasAny(accounts.data),
    },
    {
      title: 'Publish a post',
      text: 'Write once, publish everywhere you are connected.',
      button: 'Write a post',
      path: pathOf('/compose'),
      isDone: hasAny(posts.data),
    },
    {
      title: 'Look something up',
      text: 'Find or verify an email address. You see the price first; a miss costs nothing.',
      button: 'Open the playground',
      path: pathOf('/data'),
      isDone: hasAny(usage.data),
    },
    {
      title: 'Receive a webhook',
      text: 'Events reach your own server within seconds, signed.',
      button: 'Add an endpoint',
      path: pathOf('/webhooks'),
      isDone: hasAny(deliveries.data),
    },
  ]
}

function hasAny(reply: { data: unknown[] } | undefined): boolean {
  return (reply?.data.length ?? 0) > 0
}

/** The path of a page that exists. */
function pathOf(path: string, search = ''): string | undefined {
  const isThere = areas.some(({ pages }) => pages.some((page) => page.path === path))
  return isThere ? `${path}${search}` : undefined
}
