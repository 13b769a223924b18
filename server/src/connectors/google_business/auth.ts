import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { type Body, isNotFound } from '../google/api.ts'
import { googleAuth } from '../google/auth.ts'
import { PlatformError } from '../platform-error.ts'
import { listAll, locationName, request } from './api.ts'
import { API, googleBusiness } from './platform.ts'

const READ_MASK = 'name,title,languageCode,storefrontAddress,openInfo,metadata'

export const auth: Auth = {
  ...googleAuth(googleBusiness),
  async listEntities(call) {
    const entities: FoundEntity[] = []
    for (const account of await listAll(call, `${API.accounts}/accounts`, 'accounts', { pageSize: 20 })) {
      const query = { pageSize: 100, readMask: READ_MASK }
      const locations = await listAll(call, `${API.locations}/${account.name}/locations`, 'locations', query)
      entities.push(...locations.map((location) => readEntity(account, location)))
    }
    return entities
  },
}

/** A location belongs to an account, and one that two accounts manage is listed under both. */
function readEntity(account: Body, location: Body): FoundEntity {
  const isUnverified = location.metadata?.hasVoiceOfMerchant === false
  return {
    kind: 'location',
    externalId: `${account.name}/${location.name}`,
    name: location.title ?? location.name,
    parentExternalId: account.name,
    metadata: {
      account_name: account.accountName ?? null,
      address: formatAddress(location.storefrontAddress),
      language: location.languageCode ?? null,
      maps_url: location.metadata?.mapsUri ?? null,
      can_post: location.metadata?.canOperateLocalPost ?? null,
    },
    grants: account.role ? [account.role] : [],
    selectable: !isUnverified,
    unselectableReason: isUnverified ? 'The location is not verified at Google.' : null,
  }
}

function formatAddress(address: Body): string | null {
  const parts = [...(address?.addressLines ?? []), address?.postalCode, address?.locality, address?.regionCode]
  return parts.filter(Boolean).join(', ') || null
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

/** Undefined when it was deleted, or when this person no longer manages it. */
async function findLocation(session: Parameters<Connector['checkHealth']>[0]): Promise<Body> {
  try {
    const query = { readMask: READ_MASK }
    return await request(session, ['GET', `${API.locations}/${locationName(session.entity)}`], { query })
  } catch (error) {
    const isForbidden = error instanceof PlatformError && error.rule === 'google_business.permission.missing'
    if (isNotFound(error) || isForbidden) return undefined
    throw error
  }
}
