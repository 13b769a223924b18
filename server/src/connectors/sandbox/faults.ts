/** The ways in which the sandbox network can fail. `docs/guides/sandbox.md` shows this table. */
export const FAULTS = {
  fail_before: 'Does nothing and answers 503.',
  timeout_before: 'Does nothing and never answers.',
  timeout_after: 'Does what was asked and never answers.',
  error_after: 'Does what was asked and answers 500.',
  answer_twice: 'Gets the request twice, as from a proxy that repeats it; lists have every item twice.',
  forget_handle: 'Does what was asked and forgets the handle at once: a repeat makes a second post.',
  lose: 'Answers with success and stores nothing.',
  reject: 'Answers 422.',
  rate_limit: 'Answers 429.',
  expire_token: 'Expires the access token and answers 401.',
  revoke: 'Withdraws the sign-in with all its tokens and answers 401.',
  slow: 'Accepts the post and processes it until two reads have asked about it.',
} as const

export type Fault = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as Fault[]
