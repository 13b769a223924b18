import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { bytesAtMost, DateTime, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { exampleUser, User } from '../../users/contract.ts'
import { exampleWorkspace, UserWorkspace } from '../../workspaces/contract.ts'

export const SIGN_IN_METHODS = ['password', 'passkey', 'link', 'oidc'] as const
export const SUDO_SECONDS = 900

export type Session = Static<typeof Session>
const Session = Type.Object(
  {
    id: Type.String(),
    is_current: Type.Boolean({ description: 'True for the calling session.' }),
    method: StringEnum(SIGN_IN_METHODS, { description: 'The sign-in method.' }),
    ip: Type.String(),
    user_agent: Type.String(),
    created_at: DateTime,
    last_seen_at: DateTime,
    expires_at: DateTime,
  },
  { title: 'Session' },
)

export type CurrentSession = Static<typeof CurrentSession>
const CurrentSession = Type.Object(
  {
    user: User,
    session: Type.Object({
      id: Type.String(),
      expires_at: DateTime,
      sudo_until: Nullable(DateTime),
    }),
    workspaces: Type.Array(UserWorkspace, { description: "The user's workspaces, by name." }),
    quarantined_workspaces: Type.Integer({
      minimum: 0,
      description: "Number of workspaces that wait for the user's decision: `GET /v1/quarantine` lists them.",
    }),
  },
  { title: 'CurrentSession' },
)

export type SudoRequest = Static<typeof SudoRequest>
const SudoRequest = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    response: Type.Optional(
      FreeForm(
        bytesAtMost(6, "The browser's response to `POST /v1/session/sudo/options`, an `AuthenticationResponseJSON`."),
      ),
    ),
  },
  { title: 'SudoRequest', additionalProperties: false },
)

function checkProof({ body: { password, response } }: { body: SudoRequest }): Violation[] {
  return (password === undefined) === (response === undefined)
    ? [invalidValue(['body'], 'send either password or response')]
    : []
}

const at = '2026-01-15T09:30:00.000Z'
const example: Session = {
  id: 'ses_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  is_current: true,
  method: 'password',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
  created_at: at,
  last_seen_at: at,
  expires_at: '2026-02-14T09:30:00.000Z',
}
const exampleCurrent: CurrentSession = {
  user: exampleUser,
  session: { id: example.id, expires_at: example.expires_at, sudo_until: '2026-01-15T09:45:00.000Z' },
  workspaces: [exampleWorkspace],
  quarantined_workspaces: 0,
}

export const session = {
  get: endpoint({
    id: 'session.get',
    route: 'GET /v1/session',
    summary: 'Read the signed-in user and their workspaces',
    access: 'user',
    reply: CurrentSession,
    example: { reply: exampleCurrent },
  }),

  sudo: endpoint({
    id: 'session.sudo',
    route: 'POST /v1/session/sudo',
    summary: 'Confirm your identity, for actions that need it',
    description:
      "With the password, or with a passkey's response to `POST /v1/session/sudo/options`. For 15 minutes the session may then call endpoints marked `sudo`. Signing in counts too, and is the way for users who have neither.",
    access: 'user',
    body: SudoRequest,
    bodyBytesMax: 8192,
    reply: CurrentSession,
    errors: ['wrong_credentials', 'wrong_state'],
    seesVisitor: true,
    callsOut: true,
    check: checkProof,
    example: { body: { password: 'correct horse battery' }, reply: exampleCurrent },
  }),

  sudo_options: endpoint({
    id: 'session.sudo_options',
    route: 'POST /v1/session/sudo/options',
    summary: 'Start confirming your identity with a passkey: get the options for the browser',
    description:
      'For `navigator.credentials.get`, as `PublicKeyCredentialRequestOptionsJSON`; it lists your passkeys. Valid for this session, for ten minutes. Returns 409 without a passkey.',
    access: 'user',
    reply: FreeForm({ title: 'PasskeySudoOptions' }),
    errors: ['wrong_state'],
    seesVisitor: true,
    example: { reply: { challenge: 'AAAA', rpId: 'localhost' } },
  }),
}

export const sessions = {
  list: endpoint({
    id: 'sessions.list',
    route: 'GET /v1/sessions',
    summary: 'List your sessions, newest first',
    access: 'user',
    ...declareList(Session, 'SessionPage', example),
  }),

  revoke: endpoint({
    id: 'sessions.revoke',
    route: 'DELETE /v1/sessions/{id}',
    summary: 'End one of your sessions, at once and everywhere',
    access: 'user',
    params: IdParams,
    reply: Session,
    example: exampleById({ ...example, is_current: false }),
  }),

  revoke_others: endpoint({
    id: 'sessions.revoke_others',
    route: 'POST /v1/sessions:revoke-others',
    summary: 'End all your other sessions, at once and everywhere',
    access: 'user',
    reply: Type.Object({ ended: Type.Integer({ minimum: 0 }) }, { title: 'RevokeOthersResult' }),
    example: { reply: { ended: 2 } },
  }),
}
