import type { Static } from 'typebox'
import { exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { ApiKey, exampleKey } from '../keys/contract.ts'
import { exampleInvitation, Invitation } from '../members/contract/invitations.ts'
import { byOwner, exampleMember, Member } from '../members/contract/members.ts'
import { examplePortalLink, PortalLink } from '../portal-links/contract.ts'

/** Maximum number listed of each kind. */
export const LISTED_MAX = 100

export type MemberCredentials = Static<typeof MemberCredentials>
const MemberCredentials = Type.Object(
  {
    api_keys: Type.Array(ApiKey, {
      description: 'Usable keys that act for the member, including those in command lines and MCP clients.',
    }),
    portal_links: Type.Array(PortalLink, { description: 'Links for customers that still work.' }),
    invitations: Type.Array(Invitation, { description: 'Invitations that can still be accepted.' }),
  },
  { title: 'MemberCredentials' },
)

const credentials: MemberCredentials = {
  api_keys: [exampleKey],
  portal_links: [{ ...examplePortalLink, member_id: exampleMember.id }],
  invitations: [exampleInvitation],
}

export const offboarding = {
  credentials: endpoint({
    id: 'members.credentials',
    route: 'GET /v1/members/{id}/credentials',
    summary: 'List the keys, links and invitations that removing a member would end',
    description: `The newest ${LISTED_MAX} of each. The member's sessions and open event streams end too.`,
    access: 'user',
    role: 'owner',
    params: IdParams,
    reply: MemberCredentials,
    example: { params: { id: exampleMember.id }, reply: credentials },
  }),

  remove: endpoint({
    id: 'members.remove',
    route: 'DELETE /v1/members/{id}',
    summary: 'Remove a member and end their keys, links and invitations',
    description:
      'Their keys, portal links, pages to connect accounts and invitations end with the membership; `GET /v1/members/{id}/credentials` lists them beforehand. With `keys=hand_over` their keys belong to the workspace from then on and keep their rights: replace those whose secret the member may still have. All owners are notified by mail when one of them is removed. The last owner cannot be removed: 409.',
    ...byOwner,
    query: Type.Object({
      keys: StringEnum(['revoke', 'hand_over'], {
        default: 'revoke',
        description: "`hand_over` keeps the member's keys for the workspace.",
      }),
    }),
    reply: Member,
    errors: ['wrong_state'],
    example: exampleById(exampleMember),
  }),

  leave: endpoint({
    id: 'members.leave',
    route: 'POST /v1/members/leave',
    summary: 'Leave the workspace',
    description:
      'Your keys, links and invitations end with the membership; if an owner removes you instead, they can keep your keys for the workspace. The last owner cannot leave: make another member an owner first, or close the workspace.',
    access: 'user',
    role: 'viewer',
    scope: 'profile',
    reply: Member,
    errors: ['wrong_state', 'not_found'],
    example: { reply: exampleMember },
  }),
}
