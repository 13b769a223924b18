import { Type } from '../../../kit/declare/type.ts'

export const ReplyRequest = Type.Object(
  { body: Type.String({ minLength: 1, maxLength: 10_000 }) },
  { additionalProperties: false, title: 'ReplyRequest' },
)

/** The errors of an endpoint that calls the platform of an account. */
export const PLATFORM_CALL_ERRORS = [
  'wrong_state',
  'unsupported_by_platform',
  'upstream_error',
  'upstream_timeout',
] as const
