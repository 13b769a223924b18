/** Ways in which the sandbox network can fail. `docs/guides/sandbox.md` describes each. */
export const FAULT_NAMES = [
  'fail_before',
  'timeout_before',
  'timeout_after',
  'error_after',
  'answer_twice',
  'forget_handle',
  'lose',
  'reject',
  'rate_limit',
  'expire_token',
  'revoke',
  'slow',
] as const

export type Fault = (typeof FAULT_NAMES)[number]
