import type { Permission, Role } from '../../../kit/context.ts'
import { ROLES } from '../workspaces/contract.ts'

/** Rights of a key, a link or a member. `profileIds` is null for the whole workspace. */
export interface Rights {
  readonly role: Role
  readonly permission: Permission
  readonly profileIds: readonly string[] | null
}

/** Returns the rights that both have: a key or link never allows more than the member who created it. */
export function leastRights(own: Rights, member: Rights): Rights {
  return {
    role: lesserRole(own.role, member.role),
    permission: own.permission === 'read' ? 'read' : member.permission,
    profileIds: commonProfiles(own.profileIds, member.profileIds),
  }
}

export function lesserRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other
}

function commonProfiles(one: Rights['profileIds'], other: Rights['profileIds']): Rights['profileIds'] {
  if (one === null) return other
  return other === null ? one : one.filter((id) => other.includes(id))
}

export function toRights({ role, profile_ids }: { role: Role; profile_ids: readonly string[] | null }): Rights {
  return { role, permission: role === 'viewer' ? 'read' : 'read_write', profileIds: profile_ids }
}
