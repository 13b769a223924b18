import type { Static } from 'typebox'
import { declareList, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { ROLES } from '../../workspaces/contract.ts'

export const Reach = Nullable(
  Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: 100,
    description:
      'The profiles that the member can access; null for the whole workspace. Owners can access the whole workspace.',
  }),
)

export type Member = Static<typeof Member>
export const Member = Type.Object(
  {
    id: Type.String({ description: "The user's id." }),
    email: Type.String(),
    name: Type.String(),
    role: StringEnum(ROLES),
    profile_ids: Reach,
    has_totp: Type.Boolean(),
    last_seen_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'Member' },
)

export type MemberRequest = Static<typeof MemberRequest>
const MemberRequest = Type.Object(
  { role: StringEnum(ROLES), profile_ids: Type.Optional(Reach) },
  { title: 'MemberRequest', additionalProperties: false },
)

/** Refuses profiles for an owner, who manages the members and so can access everything. */
export function checkReach({ body }: { body: MemberRequest }): Violation[] {
  return body.role === 'owner' && body.profile_ids
    ? [invalidValue(['body', 'profile_ids'], 'an owner can access the whole workspace')]
    : []
}

export const exampleMember: Member = {
  id: 'usr_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  email: 'ada@example.com',
  name: 'Ada Example',
  role: 'member',
  profile_ids: null,
  has_totp: false,
  last_seen_at: '2026-01-15T09:30:00.000Z',
  created_at: '2026-01-15T09:30:00.000Z',
}
export const byOwner = { access: 'user', role: 'owner', needsSudo: true, params: IdParams } as const

export const members = {
  list: endpoint({
    id: 'members.list',
    route: 'GET /v1/members',
    summary: 'List the members of the workspace, newest user first',
    access: 'user',
    role: 'viewer',
    ...declareList(Member, 'MemberPage', exampleMember),
  }),

  update: endpoint({
    id: 'members.update',
    route: 'PUT /v1/members/{id}',
    summary: 'Change the role or profiles of a member, effective at once',
    description:
      'Without `profile_ids` the member can access the whole workspace. Their keys and links are limited accordingly. All owners are notified by mail when one of them gets another role. The last owner cannot get another role: 409.',
    ...byOwner,
    body: MemberRequest,
    reply: Member,
    errors: ['wrong_state'],
    check: checkReach,
    example: { params: { id: exampleMember.id }, body: { role: 'member' }, reply: exampleMember },
  }),
}
