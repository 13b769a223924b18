import type { Input, Item } from '../../../api/client.ts'

export type SandboxAccount = Item<'accounts.list'>
export type Fault = Input<'sandbox.create_fault'>['body']['fault']

/** What the network does, as in the guide of the sandbox. */
export const FAULTS: Readonly<Record<Fault, { name: string; text: string }>> = {
  reject: { name: 'Refuses it', text: 'It answers 422: trying again is pointless.' },
  rate_limit: { name: 'Asks to slow down', text: 'It answers 429.' },
  fail_before: { name: 'Is down', text: 'It does nothing and answers 503.' },
  timeout_before: { name: 'Never answers', text: 'It does nothing and never answers.' },
  timeout_after: { name: 'Does it, never answers', text: 'It does what was asked and never answers.' },
  error_after: { name: 'Does it, reports an error', text: 'It does what was asked and answers 500.' },
  answer_twice: { name: 'Gets it twice', text: 'It gets the request twice, as from a proxy that repeats it.' },
  forget_handle: {
    name: 'Forgets the handle',
    text: 'It does what was asked and forgets it: a repeat makes a second post.',
  },
  lose: { name: 'Loses it', text: 'It answers with success and stores nothing.' },
  slow: { name: 'Takes its time', text: 'It accepts a post and processes it until it was asked about twice.' },
  expire_token: {
    name: 'Expires the token',
    text: 'It answers 401 and wants a new token, which is fetched by itself.',
  },
  revoke: { name: 'Withdraws the sign-in', text: 'It answers 401, and the account has to be connected again.' },
}

export const OPERATIONS = [
  { value: 'posts.create', label: 'Publishing a post' },
  { value: 'posts.delete', label: 'Deleting a post' },
  { value: 'media.create', label: 'Uploading media' },
  { value: 'messages.send', label: 'Sending a message' },
  { value: 'comments.reply', label: 'Replying to a comment' },
  { value: 'reviews.reply', label: 'Replying to a review' },
  { value: 'templates.create', label: 'Submitting a template' },
  { value: 'metrics.posts', label: 'Reading metrics of posts' },
  { value: 'token.refresh_token', label: 'Renewing a token' },
  { value: '*', label: 'Anything' },
]

export function operationName(operation: string): string {
  return OPERATIONS.find(({ value }) => value === operation)?.label ?? operation
}

export function accountLabel({ active_entity, username, display_name }: SandboxAccount): string {
  return active_entity?.name ?? display_name ?? username ?? 'An account'
}
