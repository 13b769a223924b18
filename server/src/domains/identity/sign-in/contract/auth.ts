import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { bytesAtMost, DateTime, EmailAddress, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { job } from '../../../../queue/job.ts'
import { EXAMPLE_TOKEN, LINK_KINDS, LinkToken } from '../../links/contract.ts'
import { TotpCode } from '../../sessions/contract/me.ts'
import { checkPlace, exampleUser, Locale, Password, PersonName, TimeZone, User } from '../../users/contract.ts'
import { ROLES } from '../../workspaces/contract.ts'

const Methods = Type.Object(
  {
    sign_up: StringEnum(['open', 'invited'], {
      description: 'Whether anyone may sign up, or only invited people.',
    }),
    has_users: Type.Boolean({ description: 'False until the set-up link of the first start is used.' }),
    has_mail: Type.Boolean({ description: 'Whether sign-in and password reset links are sent by mail.' }),
    oidc: Nullable(
      Type.Object(
        { name: Type.String() },
        { description: 'The single sign-on provider: send the browser to `GET /v1/auth/oidc/start`.' },
      ),
    ),
  },
  { title: 'SignInMethods' },
)

/** Looks the address up later, so that the response takes equally long for every address. */
export const askLinkJob = job({
  id: 'links.ask',
  payload: Type.Object({ email: Type.String(), kind: StringEnum(['magic', 'reset']) }),
})

/** Looks the address up later, too. */
export const refusedSignInJob = job({
  id: 'sign_in.refused',
  payload: Type.Object({ email: Type.String(), ip: Type.String() }),
})

export type SignInResult = Static<typeof SignInResult>
const SignInResult = Type.Object(
  {
    status: StringEnum(['signed_in', 'totp_required'], {
      description: '`totp_required`: the session can only be used to send the second factor.',
    }),
    user: Nullable(User),
  },
  { title: 'SignInResult' },
)

export type SignUpRequest = Static<typeof SignUpRequest>
const SignUpRequest = Type.Object(
  {
    email: EmailAddress,
    name: PersonName,
    password: Password,
    locale: Type.Optional(Locale),
    time_zone: Type.Optional(TimeZone),
    invitation: Type.Optional(LinkToken),
  },
  { title: 'SignUpRequest', additionalProperties: false },
)

export type SignInRequest = Static<typeof SignInRequest>
const SignInRequest = Type.Object(
  { email: EmailAddress, password: Type.String({ minLength: 1, maxLength: 256 }) },
  { title: 'SignInRequest', additionalProperties: false },
)

export type Link = Static<typeof Link>
const Link = Type.Object(
  {
    kind: StringEnum(LINK_KINDS),
    email: Nullable(Type.String({ description: 'The address that the link is for; null for the set-up link.' })),
    has_account: Type.Boolean({ description: 'Whether a user with this address exists.' }),
    invitation: Nullable(
      Type.Object({ workspace_name: Type.String(), role: StringEnum(ROLES), invited_by: Type.String() }),
    ),
    expires_at: DateTime,
  },
  { title: 'Link' },
)

export type UseLinkRequest = Static<typeof UseLinkRequest>
const UseLinkRequest = Type.Object(
  {
    token: LinkToken,
    email: Type.Optional(EmailAddress),
    name: Type.Optional(PersonName),
    password: Type.Optional(Password),
    locale: Type.Optional(Locale),
    time_zone: Type.Optional(TimeZone),
  },
  { title: 'UseLinkRequest', additionalProperties: false },
)

export type TotpRequest = Static<typeof TotpRequest>
const TotpRequest = Type.Object(
  { code: Type.Optional(TotpCode), recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) },
  { title: 'TotpRequest', additionalProperties: false },
)

function checkFactor({ body: { code, recovery_code } }: { body: TotpRequest }): Violation[] {
  return (code === undefined) === (recovery_code === undefined)
    ? [invalidValue(['body'], 'send either code or recovery_code')]
    : []
}

const result: SignInResult = { status: 'signed_in', user: exampleUser }
/** Unauthenticated bodies are read before the caller is known, so they must be small. */
const bodyBytesMax = 8192
const byVisitor = { access: 'public', seesVisitor: true, bodyBytesMax } as const

export const auth = {
  methods: endpoint({
    id: 'auth.methods',
    route: 'GET /v1/auth/methods',
    summary: 'Read the sign-in methods of this server',
    access: 'public',
    reply: Methods,
    example: { reply: { sign_up: 'open', has_users: false, has_mail: false, oidc: null } },
  }),

  sign_up: endpoint({
    id: 'auth.sign_up',
    route: 'POST /v1/auth/sign-up',
    summary: 'Create a user and sign in',
    description:
      'Sets the session cookie. With the token of an `invitation` the user joins its workspace; without one the user opens a workspace next, and is refused where `sign_up` of the methods is `invited`.',
    ...byVisitor,
    body: SignUpRequest,
    reply: SignInResult,
    errors: ['sign_up_closed', 'wrong_state', 'not_found'],
    check: ({ body }) => checkPlace(body),
    example: {
      body: { email: exampleUser.email, name: exampleUser.name, password: 'correct horse battery' },
      reply: result,
    },
  }),

  sign_in: endpoint({
    id: 'auth.sign_in',
    route: 'POST /v1/auth/sign-in',
    summary: 'Sign in with an email address and a password',
    description:
      'Sets the session cookie. After failed attempts for the address, or from the network, each further attempt has to wait longer: 429 with `Retry-After`.',
    ...byVisitor,
    body: SignInRequest,
    reply: SignInResult,
    errors: ['wrong_credentials'],
    example: { body: { email: exampleUser.email, password: 'correct horse battery' }, reply: result },
  }),

  totp: endpoint({
    id: 'auth.totp',
    route: 'POST /v1/auth/totp',
    summary: 'Finish signing in with an authenticator code or a recovery code',
    description: 'Replaces the session cookie. Each code works once.',
    ...byVisitor,
    body: TotpRequest,
    reply: SignInResult,
    errors: ['wrong_credentials'],
    check: checkFactor,
    example: { body: { code: '123456' }, reply: result },
  }),

  passkey_options: endpoint({
    id: 'auth.passkey_options',
    route: 'POST /v1/auth/passkey-options',
    summary: 'Start signing in with a passkey: get the options for the browser',
    description: 'For `navigator.credentials.get`, as `PublicKeyCredentialRequestOptionsJSON`. Valid for ten minutes.',
    ...byVisitor,
    reply: FreeForm({ title: 'PasskeySignInOptions' }),
    example: { reply: { challenge: 'AAAA', rpId: 'localhost' } },
  }),

  passkey_sign_in: endpoint({
    id: 'auth.passkey_sign_in',
    route: 'POST /v1/auth/passkey-sign-in',
    summary: "Sign in with a passkey, with the browser's response",
    description: 'Sets the session cookie. A passkey needs no second factor.',
    ...byVisitor,
    body: Type.Object(
      { response: FreeForm(bytesAtMost(6, 'An `AuthenticationResponseJSON`.')) },
      { title: 'PasskeySignInRequest', additionalProperties: false },
    ),
    reply: SignInResult,
    errors: ['wrong_credentials'],
    example: { body: { response: { id: 'AAAA', type: 'public-key' } }, reply: result },
  }),

  sign_out: endpoint({
    id: 'auth.sign_out',
    route: 'POST /v1/auth/sign-out',
    summary: 'Sign out: end this session and delete its cookie',
    access: 'user',
    seesVisitor: true,
    reply: Type.Object({ status: StringEnum(['signed_out']) }, { title: 'SignOutResult' }),
    example: { reply: { status: 'signed_out' } },
  }),

  ask_link: endpoint({
    id: 'auth.ask_link',
    route: 'POST /v1/auth/links',
    summary: 'Request a link by mail: to sign in, or to set a new password',
    description:
      'The response is the same whether or not the address is known. Where the server sends no mail (`has_mail`), nothing is sent: ask the operator, who can create a link with `quoin-server users reset-link`.',
    ...byVisitor,
    body: Type.Object(
      { email: EmailAddress, kind: StringEnum(['magic', 'reset']) },
      { title: 'AskLinkRequest', additionalProperties: false },
    ),
    reply: Type.Object({ status: StringEnum(['sent_if_known', 'no_mail']) }, { title: 'AskLinkResult' }),
    example: { body: { email: exampleUser.email, kind: 'magic' }, reply: { status: 'sent_if_known' } },
  }),

  read_link: endpoint({
    id: 'auth.read_link',
    route: 'POST /v1/auth/links/read',
    summary: 'Read the purpose of a link, without using it',
    description: 'Returns 404 for a link that was used, has expired or never existed.',
    ...byVisitor,
    body: Type.Object({ token: LinkToken }, { title: 'ReadLinkRequest', additionalProperties: false }),
    reply: Link,
    errors: ['not_found'],
    example: {
      body: { token: EXAMPLE_TOKEN },
      reply: {
        kind: 'set_up',
        email: null,
        has_account: false,
        invitation: null,
        expires_at: '2026-01-22T09:30:00.000Z',
      },
    },
  }),

  use_link: endpoint({
    id: 'auth.use_link',
    route: 'POST /v1/auth/links/use',
    summary: 'Use a link, and sign in',
    description:
      'Sets the session cookie. A link works once. The set-up link takes `email`, `name` and `password` and creates the first user: owner of the first workspace, and operator. A reset link takes `password` and ends all other sessions. A magic link takes nothing. An invitation is accepted elsewhere: 409.',
    ...byVisitor,
    body: UseLinkRequest,
    reply: SignInResult,
    errors: ['not_found', 'wrong_state'],
    check: ({ body }) => checkPlace(body),
    example: {
      body: {
        token: EXAMPLE_TOKEN,
        email: exampleUser.email,
        name: exampleUser.name,
        password: 'correct horse battery',
      },
      reply: result,
    },
  }),
}
