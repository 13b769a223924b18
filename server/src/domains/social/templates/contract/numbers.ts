import type { Static } from 'typebox'
import { IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PLATFORM_CALL_ERRORS } from '../../inbox/contract.ts'
import { templateExample } from './template.ts'

export type RegisterNumberRequest = Static<typeof RegisterNumberRequest>
const RegisterNumberRequest = Type.Object(
  {
    pin: Type.String({ pattern: '^[0-9]{6}$', description: 'Used for this call only and never stored.' }),
    data_localization_region: Type.Optional(Nullable(Type.String({ minLength: 2, maxLength: 2 }))),
  },
  { additionalProperties: false, title: 'RegisterNumberRequest' },
)

export type RegisteredNumber = Static<typeof RegisteredNumber>
const RegisteredNumber = Type.Object(
  { account_id: Type.String(), phone_number_id: Type.String(), status: Type.String() },
  { title: 'RegisterNumberResponse' },
)

export type RequestCodeRequest = Static<typeof RequestCodeRequest>
const RequestCodeRequest = Type.Object(
  {
    method: StringEnum(['sms', 'voice'], { description: 'A text message, or a call that reads out the code.' }),
    language: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2}_[A-Z]{2}$',
        default: 'en_US',
        description: 'The language of the message or the call.',
      }),
    ),
  },
  { additionalProperties: false, title: 'RequestCodeRequest' },
)

export type VerifyCodeRequest = Static<typeof VerifyCodeRequest>
const VerifyCodeRequest = Type.Object(
  { code: Type.String({ pattern: '^[0-9]{6}$', description: 'Used for this call only and never stored.' }) },
  { additionalProperties: false, title: 'VerifyCodeRequest' },
)

export type NumberVerification = Static<typeof NumberVerification>
const NumberVerification = Type.Object(
  { account_id: Type.String(), status: StringEnum(['code_sent', 'verified']) },
  { title: 'NumberVerificationResponse' },
)

const { account_id: accountId } = templateExample
const call = {
  access: 'write',
  scope: 'profile',
  callsOut: true,
  errors: PLATFORM_CALL_ERRORS,
  params: IdParams,
} as const

export const numbers = {
  requestCode: endpoint({
    id: 'accounts.request_code',
    route: 'POST /v1/accounts/{id}/request-code',
    summary: 'Send a code to the phone number of an account',
    description:
      'The first step for a new number: the code proves that the number is yours. Then verify the code and register the number. For platforms with the capability `numbers.verify`.',
    ...call,
    body: RequestCodeRequest,
    reply: NumberVerification,
    example: {
      params: { id: accountId },
      body: { method: 'sms', language: 'en_US' },
      reply: { account_id: accountId, status: 'code_sent' },
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),

  verifyCode: endpoint({
    id: 'accounts.verify_code',
    route: 'POST /v1/accounts/{id}/verify-code',
    summary: 'Verify the phone number of an account with the code',
    ...call,
    body: VerifyCodeRequest,
    reply: NumberVerification,
    example: {
      params: { id: accountId },
      body: { code: '123456' },
      reply: { account_id: accountId, status: 'verified' },
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),

  registerNumber: endpoint({
    id: 'accounts.register_number',
    route: 'POST /v1/accounts/{id}/register-number',
    summary: 'Register the phone number of an account',
    ...call,
    body: RegisterNumberRequest,
    reply: RegisteredNumber,
    example: {
      params: { id: accountId },
      body: { pin: '123456' },
      reply: { account_id: accountId, phone_number_id: '1000000001', status: 'registered' },
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),
}
