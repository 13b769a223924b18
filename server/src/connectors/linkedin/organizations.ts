import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { FoundEntity } from '../auth.ts'
import type { GrantCall } from '../session.ts'
import { encodeList, request } from './client.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 10

const RolePage = Type.Object({
  elements: Type.Array(Type.Object({ organization: Type.String({ minLength: 1 }), role: Type.String() })),
})
const Lookup = Type.Object({ results: Maybe(Type.Record(Type.String(), Type.Unknown())) })
const Organization = Type.Object({ localizedName: Maybe(Type.String()), vanityName: Maybe(Type.String()) })

/** The roles that may publish for an organization. */
const PUBLISHING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMIN', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER']

/** Lists the organizations where the person has a role, each with all roles as its grants. */
export async function listOrganizations(call: GrantCall): Promise<FoundEntity[]> {
  const roles = new Map<string, string[]>()
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { q: 'roleAssignee', state: 'APPROVED', count: PAGE_SIZE, start: page * PAGE_SIZE }
    const { elements } = await request(call, 'GET', '/rest/organizationAcls', {
      schema: RolePage,
      query,
      restliMethod: 'FINDER',
    })
    for (const { organization, role } of elements) roles.set(organization, [...(roles.get(organization) ?? []), role])
    if (elements.length < PAGE_SIZE) break
  }
  const organizations = await lookUp(call, [...roles.keys()].map(parseUrnId))
  return [...roles].map(([urn, grants]) => toOrganizationEntity(urn, grants, organizations.get(parseUrnId(urn))))
}

/** Reads the names of organizations by their ids. */
async function lookUp(call: GrantCall, ids: readonly string[]): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const query = { ids: encodeList(ids.slice(from, from + PAGE_SIZE)) }
    const { results } = await request(call, 'GET', '/rest/organizationsLookup', { schema: Lookup, query })
    for (const [id, organization] of Object.entries(results ?? {})) found.set(id, organization)
  }
  return found
}

function toOrganizationEntity(urn: string, grants: readonly string[], organization: unknown): FoundEntity {
  const selectable = grants.some((role) => PUBLISHING_ROLES.includes(role))
  const { localizedName, vanityName } = tryRead(Organization, organization) ?? {}
  return {
    kind: 'organization',
    externalId: urn,
    name: localizedName ?? parseUrnId(urn),
    parentExternalId: null,
    metadata: vanityName ? { vanity_name: vanityName } : {},
    grants,
    selectable,
    unselectableReason: selectable ? null : `The role ${grants.join(', ')} does not allow publishing.`,
  }
}

const parseUrnId = (urn: string) => urn.slice(urn.lastIndexOf(':') + 1)
