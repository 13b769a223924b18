import type { Auth, FoundEntity, Grant, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { type Body, type Graph, isMissing, readAll, request } from '../meta/graph.ts'
import { debugToken, exchangeCode, facebookLoginUrl, type TokenInfo } from '../meta/login.ts'
import { getClientCredentials } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Session } from '../session.ts'
import { cloudApi, createGraph } from './cloud-api.ts'
import { NUMBER_FIELDS, readNumber } from './numbers.ts'
import { API_VERSION } from './platform.ts'

const MANAGE = 'whatsapp_business_management'

export const auth: Auth = {
  oauth: {
    async authorize(call, asked) {
      const configId = asked.options['config_id']
      const more = typeof configId === 'string' ? { config_id: configId, override_default_response_type: 'true' } : {}
      return { url: facebookLoginUrl(API_VERSION, call, asked, more) }
    },
    async exchange(call, back) {
      const { access } = await exchangeCode(cloudApi(call), back)
      const info = await checkToken(call, access)
      return readGrant(cloudApi(call, access), info, info.targets.get(MANAGE) ?? [])
    },
  },
  async signIn(call, credentials) {
    const access = String(credentials['access_token'])
    const info = await checkToken(call, access)
    return readGrant(cloudApi(call, access), info, [String(credentials['business_account_id'])])
  },
  async listEntities(call) {
    const found = await Promise.all(listBusinessAccountIds(call).map((id) => listNumbers(call, id)))
    return found.flat()
  },
}

async function listNumbers(call: GrantCall, businessAccountId: string): Promise<FoundEntity[]> {
  const path = `${encodeURIComponent(businessAccountId)}/phone_numbers`
  const numbers = await readAll(createGraph(call), path, { query: { fields: NUMBER_FIELDS, limit: 100 } })
  return numbers.map((number) => readNumber(number, businessAccountId))
}

function listBusinessAccountIds({ tokens }: GrantCall): string[] {
  return tokens.extra?.['business_accounts'] as string[]
}

/** Webhooks are signed for the app of the token: with another app's secret none could be verified. */
async function checkToken(call: Call, access: string): Promise<TokenInfo> {
  const info = await debugToken(cloudApi(call), access)
  if (!info.isValid)
    throw new PlatformError('auth', 'Meta does not accept this token.', {
      rule: 'whatsapp.token.invalid',
      remediation: 'Make a new token for the system user.',
    })
  if (info.appId !== getClientCredentials(call).id)
    throw new PlatformError(
      'invalid',
      `The token was made for the app ${info.appId}, not for ${getClientCredentials(call).id}.`,
      {
        rule: 'whatsapp.token.other_app',
        remediation: 'Make the token for this app, or set the credentials of the other app.',
      },
    )
  return info
}

async function readGrant(graph: Graph, info: TokenInfo, businessAccountIds: readonly string[]): Promise<Grant> {
  const [first] = businessAccountIds
  if (first === undefined)
    throw new PlatformError('invalid', 'The sign-in has no WhatsApp business account.', {
      rule: 'whatsapp.account.none',
      remediation: 'Sign in again and select a WhatsApp business account.',
    })
  const account: Body = await request(graph, 'GET', encodeURIComponent(first), { query: { fields: 'id,name' } })
  const isOnly = businessAccountIds.length === 1
  return {
    identity: {
      externalId: isOnly ? first : (info.userId ?? first),
      displayName: isOnly && typeof account.name === 'string' ? account.name : null,
      username: null,
      avatarUrl: null,
    },
    tokens: {
      access: graph.token ?? '',
      expiresAt: info.expiresAt,
      reauthAt: info.expiresAt,
      extra: { business_accounts: [...businessAccountIds] },
    },
    scopes: info.scopes,
  }
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const listed = await auth.listEntities(session).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  const { scopes } = await debugToken(cloudApi(session), session.tokens.access)
  const number = listed?.find(({ externalId }) => externalId === session.entity.externalId)
  return { issues: number ? listHealthIssues(number) : [gone(session)], scopes, ...(listed && { entities: listed }) }
}

function gone({ entity }: Session): HealthIssue {
  const { display_phone_number: phone } = entity.metadata
  return {
    code: 'whatsapp_number_missing',
    message: `The number ${typeof phone === 'string' ? phone : entity.externalId} is no longer in the business account, or the sign-in may not see it.`,
    remediation: 'Give the system user access to the business account again, or connect the account again.',
    severity: 'error',
  }
}

function listHealthIssues({ metadata, unselectableReason }: FoundEntity): HealthIssue[] {
  const issues: HealthIssue[] = []
  const add = (code: string, message: string, remediation: string, severity: HealthIssue['severity'] = 'error') =>
    issues.push({ code: `whatsapp_${code}`, message, remediation, severity })
  const { status, quality_rating: quality, name_status: name, code_verification_status: verified } = metadata
  const manager = 'Look at the number in the WhatsApp Manager.'
  if (unselectableReason !== null) add('number_unusable', unselectableReason, 'Connect another number.')
  else if (status === 'PENDING' || status === 'DISCONNECTED' || status === 'UNVERIFIED')
    if (verified === 'VERIFIED')
      add('number_not_registered', 'The number is not registered.', 'Register it with its pin.')
    else add('number_not_verified', 'The number is not verified.', 'Request a code, verify it and register the number.')
  if (status === 'RESTRICTED' || status === 'FLAGGED' || status === 'RATE_LIMITED')
    add('number_restricted', `WhatsApp limits this number: it is ${status.toLowerCase()}.`, manager, 'warning')
  if (quality === 'RED')
    add('quality_low', 'People block or report messages of this number: its quality is low.', manager, 'warning')
  if (name === 'DECLINED' || name === 'EXPIRED')
    add('name_not_approved', 'The display name is not approved.', 'Set another one in the WhatsApp Manager.', 'warning')
  return issues
}
