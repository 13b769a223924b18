import type { Graph } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Session } from '../session.ts'
import { errors } from './errors.ts'
import { API_VERSION, whatsapp } from './platform.ts'

/** Returns the Cloud API, which is a part of the Graph API, without a token. */
export function createAppGraph(call: Call): Graph {
  return { call, platform: whatsapp, origin: 'https://graph.facebook.com', version: API_VERSION, errors }
}

export function createGraph(call: GrantCall): Graph {
  return { ...createAppGraph(call), token: call.tokens.access }
}

/** Returns the business account that the number belongs to. */
export function getBusinessAccountId({ entity }: Session): string {
  if (entity.parentExternalId !== null) return entity.parentExternalId
  throw new PlatformError('invalid', 'The business account of this number is not known.', {
    rule: 'whatsapp.account.unknown',
    remediation: 'Connect the account again.',
  })
}
