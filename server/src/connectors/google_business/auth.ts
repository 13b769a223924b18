import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { createGoogleAuth } from '../google/auth.ts'
import type { Session } from '../session.ts'
import { buildPageSchema, getLocationName, hasRule, listPages, ResourceName, request } from './api.ts'
import { API, googleBusiness } from './platform.ts'

type Account = Static<typeof Account>
const Account = Type.Object({
  name: ResourceName,
  accountName: Maybe(Type.String()),
  role: Maybe(Type.String()),
})

type Location = Static<typeof Location>
const Location = Type.Object({
  name: ResourceName,
  title: Maybe(Type.String()),
  languageCode: Maybe(Type.String()),
  storefrontAddress: Maybe(
    Type.Object({
      addressLines: Maybe(Type.Array(Type.String())),
      postalCode: Maybe(Type.String()),
      locality: Maybe(Type.String()),
      regionCode: Maybe(Type.String()),
    }),
  ),
  openInfo: Maybe(Type.Object({ status: Maybe(Type.String()) })),
  metadata: Maybe(
    Type.Object({
      hasVoiceOfMerchant: Maybe(Type.Boolean()),
      canOperateLocalPost: Maybe(Type.Boolean()),
      mapsUri: Maybe(Type.String()),
    }),
  ),
})

const AccountPage = buildPageSchema('accounts', Account)
const LocationPage = buildPageSchema('locations', Location)
const READ_MASK = 'name,title,languageCode,storefrontAddress,openInfo,metadata'

export const auth: Auth = {
  ...createGoogleAuth(googleBusiness),
  async listEntities(call) {
    const entities: FoundEntity[] = []
    const query = { pageSize: 100, readMask: READ_MASK }
    const accountPages = listPages(call, `${API.accounts}/accounts`, { schema: AccountPage, query: { pageSize: 20 } })
    for await (const { accounts } of accountPages)
      for (const account of accounts ?? []) {
        const url = `${API.locations}/${account.name}/locations`
        for await (const { locations } of listPages(call, url, { schema: LocationPage, query }))
          entities.push(...(locations ?? []).map((location) => readEntity(account, location)))
      }
    return entities
  },
}

/** A location that two accounts manage is listed under both. */
function readEntity(account: Account, location: Location): FoundEntity {
  const isUnverified = location.metadata?.hasVoiceOfMerchant === false
  return {
    kind: 'location',
    externalId: `${account.name}/${location.name}`,
    name: location.title ?? location.name,
    parentExternalId: account.name,
    metadata: {
      account_name: account.accountName ?? null,
      address: formatAddress(location),
      language: location.languageCode ?? null,
      maps_url: location.metadata?.mapsUri ?? null,
      can_post: location.metadata?.canOperateLocalPost ?? null,
    },
    grants: account.role ? [account.role] : [],
    selectable: !isUnverified,
    unselectableReason: isUnverified ? 'The location is not verified at Google.' : null,
  }
}

function formatAddress({ storefrontAddress }: Location): string | null {
  const { addressLines, postalCode, locality, regionCode } = storefrontAddress ?? {}
  return [...(addressLines ?? []), postalCode, locality, regionCode].filter(Boolean).join(', ') || null
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const location = await findLocation(session)
  const issues: HealthIssue[] = []
  const add = (code: string, message: string, remediation: string, severity: HealthIssue['severity']) =>
    issues.push({ code: `google_business_${code}`, message, remediation, severity })
  if (!location)
    add('location_gone', 'This person can no longer reach the location.', 'Check their role at Google.', 'error')
  else if (location.metadata?.hasVoiceOfMerchant === false)
    add('location_unverified', 'The location is not verified at Google.', 'Verify it at business.google.com.', 'error')
  if (location?.openInfo?.status === 'CLOSED_PERMANENTLY')
    add('location_closed', 'The location is marked as closed for good.', 'Choose another location.', 'warning')
  return { issues }
}

/** Undefined when the location was deleted, or when this person no longer manages it. */
async function findLocation(session: Session): Promise<Location | undefined> {
  try {
    const url = `${API.locations}/${getLocationName(session.entity)}`
    return await request(session, 'GET', url, { schema: Location, query: { readMask: READ_MASK } })
  } catch (error) {
    if (hasRule(error, 'resource.not_found', 'permission.missing')) return undefined
    throw error
  }
}
