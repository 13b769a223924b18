import type { Input, Item } from '../../../api/client.ts'

export type SandboxAccount = Item<'accounts.list'>
export type Fault = Input<'sandbox.create_fault'>['body']['fault']

/** Faults of the network, as described in the sandbox guide. */
export const FAULTS: Readonly<Record<Fault, { name: string; text: string }>> = {
  reject: { name: 'Rejects it', text: 'Responds with 422. Retrying does not help.' },
  rate_limit: { name: 'Limits the rate', text: 'Responds with 429.' },
  fail_before: { name: 'Is down', text: 'Does nothing and responds with 503.' },
  timeout_before: { name: 'Times out', text: 'Does nothing and never responds.' },
  timeout_after: { name: 'Times out after doing it', text: 'Carries out the request and never responds.' },
  error_after: { name: 'Reports an error after doing it', text: 'Carries out the request and responds with 500.' },
  answer_twice: { name: 'Receives it twice', text: 'Receives the request twice, as from a proxy that repeats it.' },
  forget_handle: {
    name: 'Forgets the handle',
    text: 'Carries out the request and forgets its handle: a retry creates a second post.',
  },
  lose: { name: 'Loses it', text: 'Reports success and stores nothing.' },
  slow: { name: 'Is slow', text: 'Accepts a post and keeps processing it until its status was requested twice.' },
  expire_token: {
    name: 'Expires the token',
    text: 'Responds with 401. The token is refreshed automatically.',
  },
  revoke: { name: 'Revokes access', text: 'Responds with 401. The account must be reconnected.' },
}

export const OPERATIONS = [
  { value: 'posts.create', label: 'Publishing a post' },
  { value: 'posts.delete', label: 'Deleting a post' },
  { value: 'media.create', label: 'Uploading media' },
  { value: 'messages.send', label: 'Sending a message' },
  { value: 'comments.reply', label: 'Replying to a comment' },
  { value: 'reviews.reply', label: 'Replying to a review' },
  { value: 'templates.create', label: 'Submitting a template' },
  { value: 'metrics.posts', label: 'Reading post metrics' },
  { value: 'token.refresh_token', label: 'Refreshing a token' },
  { value: '*', label: 'Anything' },
]

export function operationName(operation: string): string {
  return OPERATIONS.find(({ value }) => value === operation)?.label ?? operation
}

export function accountLabel({ active_entity, username, display_name }: SandboxAccount): string {
  return active_entity?.name ?? display_name ?? username ?? 'Account'
}
