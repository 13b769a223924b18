import { Type } from '../../../../kit/declare/type.ts'
import { verifyEmail } from '../../../../sources/actions.ts'
import { step, workflow } from '../contract/workflow.ts'

export const verifyList = workflow({
  name: 'verify-list',
  title: 'VerifyList',
  summary: 'Verify the email addresses of a list',
  description:
    'Verifies every address of the list; one that is listed twice is verified once. A text that is not an address is `invalid`, `syntax`, and free.',
  inputs: Type.Object(
    { emails: Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { minItems: 1, maxItems: 100 }) },
    { additionalProperties: false },
  ),
  rows: { list: 'emails' },
  steps: [
    step('verification', verifyEmail, ({ input }) => ({ query: input ?? '', filters: null }), {
      refuseUnreadable: (email, now) => ({
        email,
        status: 'invalid',
        sub_status: 'syntax',
        mx: null,
        catch_all: null,
        disposable: false,
        role: false,
        checked_at: now.toISOString(),
      }),
    }),
  ],
  columns: {
    email: ({ input }) => input,
    status: ({ verification }) => verification?.status,
    sub_status: ({ verification }) => verification?.sub_status,
    mx: ({ verification }) => verification?.mx,
    catch_all: ({ verification }) => verification?.catch_all,
    disposable: ({ verification }) => verification?.disposable,
    role: ({ verification }) => verification?.role,
    checked_at: ({ verification }) => verification?.checked_at,
  },
  example: { inputs: { emails: ['ada.example@example.com'] } },
})
