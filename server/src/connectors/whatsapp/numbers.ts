import type { FoundEntity } from '../auth.ts'
import { type Body, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Json, Session } from '../session.ts'
import type { PhoneNumbers } from '../templates.ts'
import { createGraph } from './cloud-api.ts'

const METADATA = [
  'display_phone_number',
  'verified_name',
  'name_status',
  'quality_rating',
  'code_verification_status',
  'messaging_limit_tier',
  'status',
  'platform_type',
] as const

export const NUMBER_FIELDS = ['id', ...METADATA].join(',')

/** The states of a number that cannot be used any more, or not by this API. */
const UNUSABLE: Readonly<Record<string, string>> = {
  BANNED: 'WhatsApp has banned this number.',
  DELETED: 'The number was deleted.',
  MIGRATED: 'The number has moved to another business account.',
}

/** A number that is not verified or registered yet can be selected: that is done through the account. */
export function readNumber(number: Body, businessAccountId: string): FoundEntity {
  const isOnPremise = number.platform_type === 'ON_PREMISE'
  const reason = isOnPremise ? 'The number is on the old On-Premises API.' : (UNUSABLE[number.status] ?? null)
  const known = METADATA.filter((name) => typeof number[name] === 'string')
  return {
    kind: 'phone_number',
    externalId: String(number.id),
    name: String(number.verified_name || number.display_phone_number || number.id),
    parentExternalId: businessAccountId,
    metadata: Object.fromEntries(known.map((name): [string, Json] => [name, number[name]])),
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

/** Where Meta can keep the messages of a number. */
const REGIONS = ['AU', 'ID', 'IN', 'JP', 'SG', 'KR', 'DE', 'CH', 'GB', 'BR', 'BH', 'ZA', 'AE', 'CA']

const buildEdgePath = ({ entity }: Session, edge: string) => `${encodeURIComponent(entity.externalId)}/${edge}`

export const numbers: PhoneNumbers = {
  verification: {
    async requestCode(session, { method, language }) {
      const body = { code_method: method.toUpperCase(), language }
      await request(createGraph(session), 'POST', buildEdgePath(session, 'request_code'), { body })
    },
    async verifyCode(session, code) {
      await request(createGraph(session), 'POST', buildEdgePath(session, 'verify_code'), {
        body: { code },
        secrets: [code],
      })
    },
  },
  /** Repeatable at each step: the region is set before the registration, and only when it is not set yet. */
  async register(session, { pin, dataLocalizationRegion }) {
    if (dataLocalizationRegion !== null) await setRegion(session, dataLocalizationRegion.toUpperCase())
    const body = { messaging_product: 'whatsapp', pin }
    await request(createGraph(session), 'POST', buildEdgePath(session, 'register'), { body, secrets: [pin] })
    return { phoneNumberId: session.entity.externalId, status: 'registered' }
  },
}

/** Meta takes the region through the settings only, and only while the number is not registered. */
async function setRegion(session: Session, region: string): Promise<void> {
  if (!REGIONS.includes(region))
    throw new PlatformError('invalid', `WhatsApp has no data region ${region}.`, {
      rule: 'whatsapp.number.region',
      remediation: `Use one of: ${REGIONS.join(', ')}.`,
    })
  const graph = createGraph(session)
  const path = buildEdgePath(session, 'settings')
  const { storage_configuration: stored } = await request(graph, 'GET', path)
  const isEnabled = String(stored?.status).toLowerCase() === 'in_country_storage_enabled'
  if (isEnabled && stored.data_localization_region === region) return
  const body = {
    storage_configuration: { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: region },
  }
  await request(graph, 'POST', path, { body })
}
