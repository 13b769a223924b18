import type { Reply } from '../../api/client.ts'
import { areas } from '../../app/areas.ts'

type HomeSummary = Reply<'home.summary'>

export interface Step {
  readonly title: string
  readonly text: string
  readonly button: string
  /** Where it is done, filled in as far as can be; undefined while the portal has no page for it. */
  readonly path: string | undefined
  /** What the button does here, in place of a page. */
  readonly does?: 'connect_sandbox'
  readonly isDone: boolean
}

const FIRST_POST = 'Hello from the sandbox! This is my first post.'

/** The steps; the answer says which of them are done. */
export function listSteps({ first_steps: done }: HomeSummary): readonly Step[] {
  return [
    {
      title: 'Create an API key',
      text: 'Your programs call the API with it.',
      button: 'Create a key',
      path: findPagePath('/keys', '?new'),
      isDone: done.key_created,
    },
    {
      title: 'Connect a sandbox account',
      text: 'The sandbox is a social network for trying things out: no sign-up, and nothing leaves this server.',
      button: 'Connect the sandbox',
      path: undefined,
      does: 'connect_sandbox',
      isDone: done.sandbox_account_connected,
    },
    {
      title: 'Publish a post',
      text: 'Write once, publish everywhere you are connected.',
      button: 'Write a post',
      path: findPagePath('/compose', `?text=${encodeURIComponent(FIRST_POST)}`),
      isDone: done.post_published,
    },
    {
      title: 'Look something up',
      text: 'Find or verify an email address. You see the price first; a miss costs nothing.',
      button: 'Open the playground',
      path: findPagePath('/data', '?action=contacts/verify-email'),
      isDone: done.lookup_run,
    },
    {
      title: 'Receive a webhook',
      text: 'Events reach your own server within seconds, signed.',
      button: 'Add an endpoint',
      path: findPagePath('/webhooks', '?new'),
      isDone: done.webhook_delivered,
    },
  ]
}

/** The path of a page that exists. */
export function findPagePath(path: string, search = ''): string | undefined {
  const isThere = areas.some(({ pages }) => pages.some((page) => page.path === path))
  return isThere ? `${path}${search}` : undefined
}
