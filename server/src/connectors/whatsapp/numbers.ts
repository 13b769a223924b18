import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import type { FoundEntity } from '../auth.ts'
import { buildEdgeSchema, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
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

type PhoneNumber = Static<typeof PhoneNumber>
const PhoneNumber = Type.Object({
  id: Id,
  display_phone_number: Maybe(Type.String()),
  verified_name: Maybe(Type.String()),
  name_status: Maybe(Type.String()),
  quality_rating: Maybe(Type.String()),
  code_verification_status: Maybe(Type.String()),
  messaging_limit_tier: Maybe(Type.String()),
  status: Maybe(Type.String()),
  platform_type: Maybe(Type.String()),
})
export const PhoneNumberPage = buildEdgeSchema(PhoneNumber)

const Settings = Type.Object({
  storage_configuration: Maybe(
    Type.Object({ status: Maybe(Type.String()), data_localization_region: Maybe(Type.String()) }),
  ),
})

/** States of a number that can no longer be used. */
const UNUSABLE: Readonly<Record<string, string>> = {
  BANNED: 'WhatsApp has banned this number.',
  DELETED: 'The number was deleted.',
  MIGRATED: 'The number has moved to another business account.',
}

/** A number can be selected before it is verified and registered, because both are done through the account. */
export function readNumber(number: PhoneNumber, businessAccountId: string): FoundEntity {
  const isOnPremise = number.platform_type === 'ON_PREMISE'
  const reason = isOnPremise ? 'The number is on the old On-Premises API.' : (UNUSABLE[number.status ?? ''] ?? null)
  const facts = METADATA.flatMap((name): [string, string][] => {
    const value = number[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    kind: 'phone_number',
    externalId: String(number.id),
    name: String(number.verified_name || number.display_phone_number || number.id),
    parentExternalId: businessAccountId,
    metadata: Object.fromEntries(facts),
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

/** Countries in which Meta can store the messages of a number. */
const REGIONS = ['AU', 'ID', 'IN', 'JP', 'SG', 'KR', 'DE', 'CH', 'GB', 'BR', 'BH', 'ZA', 'AE', 'CA']

const buildEdgePath = ({ entity }: Session, edge: string) => `${encodeURIComponent(entity.externalId)}/${edge}`

export const numbers: PhoneNumbers = {
  verification: {
    async requestCode(session, { method, language }) {
      const body = { code_method: method.toUpperCase(), language }
      const path = buildEdgePath(session, 'request_code')
      await request(createGraph(session), 'POST', path, { schema: AnyBody, body })
    },
    async verifyCode(session, code) {
      await request(createGraph(session), 'POST', buildEdgePath(session, 'verify_code'), {
        schema: AnyBody,
        body: { code },
        secrets: [code],
      })
    },
  },
  /** Can be repeated after any step: the region is set before the registration, and only if it is not set yet. */
  async register(session, { pin, dataLocalizationRegion }) {
    if (dataLocalizationRegion !== null) await setRegion(session, dataLocalizationRegion.toUpperCase())
    const body = { messaging_product: 'whatsapp', pin }
    await request(createGraph(session), 'POST', buildEdgePath(session, 'register'), {
      schema: AnyBody,
      body,
      secrets: [pin],
    })
    return { phoneNumberId: session.entity.externalId, status: 'registered' }
  },
}

/** Sets the region in the settings, which Meta allows only while the number is not registered. */
async function setRegion(session: Session, region: string): Promise<void> {
  if (!REGIONS.includes(region))
    throw new PlatformError('invalid', `WhatsApp has no data region ${region}.`, {
      rule: 'whatsapp.number.region',
      remediation: `Use one of: ${REGIONS.join(', ')}.`,
    })
  const graph = createGraph(session)
  const path = buildEdgePath(session, 'settings')
  const { storage_configuration: stored } = await request(graph, 'GET', path, { schema: Settings })
  const isEnabled = stored?.status?.toLowerCase() === 'in_country_storage_enabled'
  if (isEnabled && stored?.data_localization_region === region) return
  const body = {
    storage_configuration: { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: region },
  }
  await request(graph, 'POST', path, { schema: AnyBody, body })
}
