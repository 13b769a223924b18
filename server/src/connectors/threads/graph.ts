import type { Graph } from '../meta/graph.ts'
import type { Call, GrantCall } from '../session.ts'
import { errors } from './errors.ts'
import { API_VERSION, threads } from './platform.ts'

export const ORIGIN = 'https://graph.threads.net'

/** Returns the API without a token, for a sign-in. */
export function createAppGraph(call: Call): Graph {
  return { call, platform: threads, origin: ORIGIN, version: API_VERSION, errors }
}

export function createGraph(call: GrantCall): Graph {
  return { ...createAppGraph(call), token: call.tokens.access }
}
