import { type Static, Type } from 'typebox'
import { listOf } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, OneOf } from '../../../kit/declare/schema.ts'
import { ROLES } from '../workspaces/contract.ts'

export type Member = Static<typeof Member>
export const Member = Type.Object(
  {
    user_id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: OneOf(ROLES),
    profile_ids: Nullable(
      Type.Array(Type.String(), { description: 'The profiles that the member reaches; null for the whole workspace.' }),
    ),
    has_totp: Type.Boolean(),
    last_seen_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'Member' },
)

const example: Member = {
  user_id: 'usr_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  email: 'ada@example.com',
  name: 'Ada Example',
  role: 'member',
  profile_ids: null,
  has_totp: false,
  last_seen_at: '2026-01-15T09:30:00.000Z',
  created_at: '2026-01-15T09:30:00.000Z',
}

export const members = {
  list: endpoint({
    id: 'members.list',
    route: 'GET /v1/members',
    summary: 'List the members of the workspace, newest user first',
    access: 'user',
    role: 'viewer',
    ...listOf(Member, 'MemberPage', example),
  }),
}
