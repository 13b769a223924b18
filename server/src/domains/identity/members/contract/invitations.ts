import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, EmailAddress, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { EXAMPLE_TOKEN, LinkToken } from '../../links/contract.ts'
import { exampleWorkspace, ROLES, UserWorkspace } from '../../workspaces/contract.ts'
import { checkReach, Reach } from './members.ts'

const fields = {
  id: Type.String(),
  email: Type.String(),
  role: StringEnum(ROLES),
  profile_ids: Reach,
  status: StringEnum(['open', 'accepted', 'revoked', 'expired']),
  invited_by: Type.String({ description: "The inviter's email address." }),
  created_at: DateTime,
  expires_at: DateTime,
}

export type Invitation = Static<typeof Invitation>
export const Invitation = Type.Object(fields, { title: 'Invitation' })

export type NewInvitation = Static<typeof NewInvitation>
const NewInvitation = Type.Object(
  {
    ...fields,
    url: Nullable(
      Type.String({
        description:
          'The link to pass on, shown only once; null where this server sends mail, because it was mailed to the address.',
      }),
    ),
  },
  { title: 'InvitationCreateResponse' },
)

export type InvitationRequest = Static<typeof InvitationRequest>
const InvitationRequest = Type.Object(
  { email: EmailAddress, role: StringEnum(ROLES), profile_ids: Type.Optional(Reach) },
  { title: 'InvitationRequest', additionalProperties: false },
)

export const exampleInvitation: Invitation = {
  id: 'inv_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  email: 'grace@exampleInvitation.com',
  role: 'viewer',
  profile_ids: null,
  status: 'open',
  invited_by: 'ada@exampleInvitation.com',
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: '2026-01-22T09:30:00.000Z',
}
const byOwner = { access: 'user', role: 'owner' } as const

export const invitations = {
  create: endpoint({
    id: 'invitations.create',
    route: 'POST /v1/invitations',
    summary: 'Invite someone to the workspace',
    description:
      'The invitation is for one email address and works once, within 7 days. Another one for the same address replaces it. It ends when its creator is no longer an owner. Returns 409 when the address belongs to a member. Where this server sends mail, your own address must be verified, and the number of invitations of a workspace, of a user and to an address is limited: 429 with `Retry-After`.',
    ...byOwner,
    needsSudo: true,
    body: InvitationRequest,
    status: 201,
    location: '/v1/invitations',
    reply: NewInvitation,
    showsSecret: true,
    errors: ['wrong_state', 'not_found', 'email_unverified'],
    check: checkReach,
    example: {
      body: { email: exampleInvitation.email, role: exampleInvitation.role },
      reply: { ...exampleInvitation, url: `http://localhost:8080/invitation#${EXAMPLE_TOKEN}` },
    },
  }),

  list: endpoint({
    id: 'invitations.list',
    route: 'GET /v1/invitations',
    summary: 'List the invitations of the workspace, newest first',
    ...byOwner,
    ...declareList(Invitation, 'InvitationPage', exampleInvitation),
  }),

  revoke: endpoint({
    id: 'invitations.revoke',
    route: 'DELETE /v1/invitations/{id}',
    summary: 'Revoke an invitation',
    ...byOwner,
    params: IdParams,
    reply: Invitation,
    errors: ['wrong_state'],
    example: exampleById<Invitation>({ ...exampleInvitation, status: 'revoked' }),
  }),

  accept: endpoint({
    id: 'invitations.accept',
    route: 'POST /v1/invitations:accept',
    summary: 'Accept an invitation',
    description:
      'You must be signed in with the invited address; without an account, sign up with it (`invitation` of `POST /v1/auth/sign-up`).',
    access: 'user',
    body: Type.Object({ token: LinkToken }, { title: 'AcceptInvitationRequest', additionalProperties: false }),
    reply: UserWorkspace,
    errors: ['not_found', 'wrong_state'],
    example: { body: { token: EXAMPLE_TOKEN }, reply: exampleWorkspace },
  }),
}
