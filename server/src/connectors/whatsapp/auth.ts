import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Auth, FoundEntity, Grant, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { type Graph, isMissing, readAll, request } from '../meta/graph.ts'
import { debugToken, exchangeCode, facebookLoginUrl, type TokenInfo } from '../meta/login.ts'
import { getClientCredentials } from '../oauth/oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Session } from '../session.ts'
import { createAppGraph, createGraph } from './cloud-api.ts'
import { NUMBER_FIELDS, PhoneNumberPage, readNumber } from './numbers.ts'
import { API_VERSION } from './platform.ts'

const MANAGE = 'whatsapp_business_management'

const BusinessAccount = Type.Object({ name: Maybe(Type.Unknown()) })

export const auth: Auth = {
  oauth: {
    async authorize(call, authorization) {
      const configId = authorization.options['config_id']
      const signup = typeof configId === 'string' ? { config_id: configId, override_default_response_type: 'true' } : {}
      return { url: facebookLoginUrl(API_VERSION, call, authorization, signup) }
    },
    async exchange(call, redirect) {
      const graph = createAppGraph(call)
      const { access } = await exchangeCode(graph, redirect)
      const info = await checkToken(call, access)
      return readGrant({ ...graph, token: access }, info, info.targets.get(MANAGE) ?? [])
    },
  },
  async signIn(call, credentials) {
    const access = String(credentials['access_token'])
    const info = await checkToken(call, access)
    return readGrant({ ...createAppGraph(call), token: access }, info, [String(credentials['business_account_id'])])
  },
  async listEntities(call) {
    const numbers = await Promise.all(listBusinessAccountIds(call).map((id) => listNumbers(call, id)))
    return numbers.flat()
  },
}

async function listNumbers(call: GrantCall, businessAccountId: string): Promise<FoundEntity[]> {
  const path = `${encodeURIComponent(businessAccountId)}/phone_numbers`
  const query = { fields: NUMBER_FIELDS, limit: 100 }
  const numbers = await readAll(createGraph(call), path, { schema: PhoneNumberPage, query })
  return numbers.map((number) => readNumber(number, businessAccountId))
}

function listBusinessAccountIds({ tokens }: GrantCall): string[] {
  const ids = tokens.extra?.['business_accounts']
  return Array.isArray(ids) ? ids.map(String) : []
}

/** Refuses a token of another app: its webhooks are signed with a secret that we do not have. */
async function checkToken(call: Call, access: string): Promise<TokenInfo> {
  const info = await debugToken(createAppGraph(call), access)
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
  const query = { fields: 'id,name' }
  const { name } = await request(graph, 'GET', encodeURIComponent(first), { schema: BusinessAccount, query })
  const isOnly = businessAccountIds.length === 1
  return {
    identity: {
      externalId: isOnly ? first : (info.userId ?? first),
      displayName: isOnly && typeof name === 'string' ? name : null,
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
  const { scopes } = await debugToken(createAppGraph(session), session.tokens.access)
  const number = listed?.find(({ externalId }) => externalId === session.entity.externalId)
  const issues = number ? listHealthIssues(number) : [buildMissingIssue(session)]
  return { issues, scopes, ...(listed && { entities: listed }) }
}

function buildMissingIssue({ entity }: Session): HealthIssue {
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
