/** The ways in which the network can fail, by when. */
export const FAULTS = {
  fail_before: 'Answers 503 and does nothing.',
  timeout_before: 'Does nothing and never answers.',
  timeout_after: 'Does it and never answers.',
  error_after: 'Does it and answers 500.',
  answer_twice: 'Gets the request twice, as from a proxy that repeats it; lists tell everything twice.',
  forget_handle: 'Does it and forgets the handle at once: a repeat makes a second post.',
  lose: 'Says yes and keeps nothing.',
  reject: 'Refuses for good.',
  rate_limit: 'Answers 429.',
  expire_token: 'Says that the access token has expired, and it has.',
  revoke: 'Withdraws the sign-in, refresh token and all.',
  slow: 'Takes the post and processes it until it was asked about twice.',
} as const

export type Fault = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as Fault[]
