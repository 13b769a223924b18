import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { bytesAtMost, DateTime, FreeForm, Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkPlace, exampleUser, Locale, Password, PersonName, TimeZone, User } from '../../users/contract.ts'

export type UpdateMeRequest = Static<typeof UpdateMeRequest>
const UpdateMeRequest = Type.Object(
  { name: Type.Optional(PersonName), locale: Type.Optional(Locale), time_zone: Type.Optional(TimeZone) },
  { title: 'UpdateMeRequest', additionalProperties: false },
)

export const TotpCode = Type.String({ pattern: '^[0-9]{6}$', description: 'The six digits shown in the app.' })

const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each code works once in place of an authenticator code. Shown only once.',
    }),
  },
  { title: 'RecoveryCodes' },
)
const exampleCodes = { recovery_codes: ['EXAMPL-ECODE0', 'EXAMPL-ECODE1'] }

export type Passkey = Static<typeof Passkey>
const Passkey = Type.Object(
  { id: Type.String(), name: Type.String(), created_at: DateTime, last_used_at: Nullable(DateTime) },
  { title: 'Passkey' },
)
const examplePasskey: Passkey = {
  id: 'pk_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  name: 'My phone',
  created_at: '2026-01-15T09:30:00.000Z',
  last_used_at: null,
}

export const me = {
  update: endpoint({
    id: 'me.update',
    route: 'PATCH /v1/me',
    summary: 'Change your name, language or time zone',
    description: 'Omitted fields stay unchanged.',
    access: 'user',
    body: UpdateMeRequest,
    reply: User,
    check: ({ body }) => checkPlace(body),
    example: { body: { name: exampleUser.name }, reply: exampleUser },
  }),

  change_password: endpoint({
    id: 'me.change_password',
    route: 'POST /v1/me/password',
    summary: 'Set or change your password',
    description: 'Ends all your other sessions, and the links that were mailed to you.',
    access: 'user',
    needsSudo: true,
    seesVisitor: true,
    body: Type.Object({ password: Password }, { title: 'ChangePasswordRequest', additionalProperties: false }),
    bodyBytesMax: 8192,
    reply: User,
    callsOut: true,
    example: { body: { password: 'correct horse battery' }, reply: exampleUser },
  }),

  begin_totp: endpoint({
    id: 'me.begin_totp',
    route: 'POST /v1/me/totp',
    summary: 'Start setting up an authenticator app',
    description:
      'Returns the secret for the app. It takes effect once a code is confirmed; until then another call replaces it.',
    access: 'user',
    needsSudo: true,
    reply: Type.Object(
      {
        secret: Type.String({ description: 'In base32, for manual entry.' }),
        uri: Type.String({ description: 'The same secret as an `otpauth:` URI, for a QR code.' }),
      },
      { title: 'TotpSecret' },
    ),
    showsSecret: true,
    errors: ['wrong_state'],
    example: {
      reply: {
        secret: 'EXAMPLESECRET234EXAMPLESECRET234',
        uri: 'otpauth://totp/Quoin:ada%40example.com?issuer=Quoin&secret=EXAMPLESECRET234EXAMPLESECRET234',
      },
    },
  }),

  confirm_totp: endpoint({
    id: 'me.confirm_totp',
    route: 'POST /v1/me/totp/confirm',
    summary: 'Confirm the authenticator app with a code, and get the recovery codes',
    description: 'From then on, signing in with a password or a link requires a code.',
    access: 'user',
    needsSudo: true,
    body: Type.Object({ code: TotpCode }, { title: 'ConfirmTotpRequest', additionalProperties: false }),
    reply: RecoveryCodes,
    showsSecret: true,
    errors: ['wrong_credentials', 'wrong_state'],
    example: { body: { code: '123456' }, reply: exampleCodes },
  }),

  remove_totp: endpoint({
    id: 'me.remove_totp',
    route: 'DELETE /v1/me/totp',
    summary: 'Remove the authenticator app',
    access: 'user',
    needsSudo: true,
    reply: User,
    example: { reply: exampleUser },
  }),

  renew_recovery_codes: endpoint({
    id: 'me.renew_recovery_codes',
    route: 'POST /v1/me/recovery-codes',
    summary: 'Create ten new recovery codes; the old ones stop working',
    access: 'user',
    needsSudo: true,
    reply: RecoveryCodes,
    showsSecret: true,
    errors: ['wrong_state'],
    example: { reply: exampleCodes },
  }),
}

export const passkeys = {
  options: endpoint({
    id: 'passkeys.options',
    route: 'POST /v1/me/passkeys/options',
    summary: 'Start adding a passkey: get the options for the browser',
    description:
      'For `navigator.credentials.create`, as `PublicKeyCredentialCreationOptionsJSON`. Valid for ten minutes.',
    access: 'user',
    needsSudo: true,
    seesVisitor: true,
    reply: FreeForm({ title: 'PasskeyOptions' }),
    example: { reply: { challenge: 'AAAA', rp: { id: 'localhost', name: 'Quoin' } } },
  }),

  create: endpoint({
    id: 'passkeys.create',
    route: 'POST /v1/me/passkeys',
    summary: "Add a passkey with the browser's response",
    access: 'user',
    needsSudo: true,
    seesVisitor: true,
    body: Type.Object(
      { name: PersonName, response: FreeForm(bytesAtMost(64, 'A `RegistrationResponseJSON`.')) },
      { title: 'PasskeyRequest', additionalProperties: false },
    ),
    status: 201,
    location: '/v1/me/passkeys',
    reply: Passkey,
    errors: ['wrong_credentials', 'wrong_state'],
    callsOut: true,
    example: {
      body: { name: examplePasskey.name, response: { id: 'AAAA', type: 'public-key' } },
      reply: examplePasskey,
    },
  }),

  list: endpoint({
    id: 'passkeys.list',
    route: 'GET /v1/me/passkeys',
    summary: 'List your passkeys, newest first',
    access: 'user',
    ...declareList(Passkey, 'PasskeyPage', examplePasskey),
  }),

  update: endpoint({
    id: 'passkeys.update',
    route: 'PATCH /v1/me/passkeys/{id}',
    summary: 'Rename a passkey',
    access: 'user',
    params: IdParams,
    body: Type.Object({ name: PersonName }, { title: 'PasskeyNameRequest', additionalProperties: false }),
    reply: Passkey,
    example: { params: { id: examplePasskey.id }, body: { name: examplePasskey.name }, reply: examplePasskey },
  }),

  remove: endpoint({
    id: 'passkeys.remove',
    route: 'DELETE /v1/me/passkeys/{id}',
    summary: 'Remove a passkey',
    access: 'user',
    needsSudo: true,
    params: IdParams,
    reply: Passkey,
    example: exampleById(examplePasskey),
  }),
}
