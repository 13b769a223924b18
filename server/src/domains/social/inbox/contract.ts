import { Type } from '../../../kit/declare/type.ts'

export const ReplyRequest = Type.Object(
  { body: Type.String({ minLength: 1, maxLength: 10_000 }) },
  { additionalProperties: false, title: 'ReplyRequest' },
)

/** Errors of an endpoint that calls an account's platform. */
export const PLATFORM_CALL_ERRORS = [
  'wrong_state',
  'unsupported_by_platform',
  'upstream_error',
  'upstream_timeout',
] as const
