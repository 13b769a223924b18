import type { FoundEntity } from '../auth.ts'
import type { GrantCall } from '../session.ts'
import { type Body, encodeList, request } from './client.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 10

/** The roles that may publish for an organisation. */
const PUBLISHING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMIN', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER']

/** The organisations where the person has a role, each with all roles as its grants. */
export async function listOrganizations(call: GrantCall): Promise<FoundEntity[]> {
  const roles = new Map<string, string[]>()
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { q: 'roleAssignee', state: 'APPROVED', count: PAGE_SIZE, start: page * PAGE_SIZE }
    const { elements = [] } = await request(call, 'GET', '/rest/organizationAcls', { query, restliMethod: 'FINDER' })
    for (const { organization, role } of elements as Body[])
      roles.set(String(organization), [...(roles.get(String(organization)) ?? []), String(role)])
    if (elements.length < PAGE_SIZE) break
  }
  const names = await readNames(call, [...roles.keys()])
  return [...roles].map(([urn, granted]) => toOrganizationEntity(urn, granted, names.get(urn)))
}

async function readNames(call: GrantCall, urns: readonly string[]): Promise<Map<string, Body>> {
  const found = new Map<string, Body>()
  for (let from = 0; from < urns.length; from += PAGE_SIZE) {
    const ids = urns.slice(from, from + PAGE_SIZE).map(parseUrnId)
    const { results = {} } = await request(call, 'GET', '/rest/organizationsLookup', {
      query: { ids: encodeList(ids) },
    })
    for (const [id, one] of Object.entries(results)) found.set(`urn:li:organization:${id}`, one)
  }
  return found
}

function toOrganizationEntity(urn: string, grants: readonly string[], found: Body): FoundEntity {
  const selectable = grants.some((role) => PUBLISHING_ROLES.includes(role))
  return {
    kind: 'organization',
    externalId: urn,
    name: String(found?.localizedName ?? parseUrnId(urn)),
    parentExternalId: null,
    metadata: typeof found?.vanityName === 'string' ? { vanity_name: found.vanityName } : {},
    grants,
    selectable,
    unselectableReason: selectable ? null : `The role ${grants.join(', ')} does not allow publishing.`,
  }
}

const parseUrnId = (urn: string) => urn.slice(urn.lastIndexOf(':') + 1)
