import type { Reply } from '../../api/client.ts'

type HomeSummary = Reply<'home.summary'>

export interface Step {
  readonly title: string
  readonly text: string
  readonly button: string
  /** Page on which the step is done, prefilled as far as possible; undefined if there is none. */
  readonly path: string | undefined
  /** Action of the button, instead of a page. */
  readonly does?: 'connect_sandbox'
  readonly isDone: boolean
}

const FIRST_POST = 'Hello from the sandbox! This is my first post.'

/** Returns the steps of the checklist. */
export function listSteps({ first_steps: done }: HomeSummary): readonly Step[] {
  return [
    {
      title: 'Create an API key',
      text: 'Your programs use it to call the API.',
      button: 'Create API key',
      path: '/keys?new',
      isDone: done.key_created,
    },
    {
      title: 'Connect a sandbox account',
      text: 'The sandbox is a simulated social network: no sign-up, and nothing leaves this server.',
      button: 'Connect sandbox',
      path: undefined,
      does: 'connect_sandbox',
      isDone: done.sandbox_account_connected,
    },
    {
      title: 'Publish a post',
      text: 'Write once and publish to all your accounts.',
      button: 'Write a post',
      path: `/compose?text=${encodeURIComponent(FIRST_POST)}`,
      isDone: done.post_published,
    },
    {
      title: 'Run a lookup',
      text: 'Find or verify an email address. You see the price first, and pay nothing if nothing is found.',
      button: 'Open playground',
      path: '/data?action=contacts/verify-email',
      isDone: done.lookup_run,
    },
    {
      title: 'Receive a webhook',
      text: 'Signed events reach your server within seconds.',
      button: 'Add endpoint',
      path: '/webhooks?new',
      isDone: done.webhook_delivered,
    },
  ]
}
