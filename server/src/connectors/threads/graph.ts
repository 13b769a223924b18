import type { GraphRequest } from '../meta/graph.ts'
import * as meta from '../meta/graph.ts'
import type { Call, GrantCall } from '../session.ts'
import { errors } from './errors.ts'
import { API_VERSION, threads } from './platform.ts'

export type Body = meta.Body

export const ORIGIN = 'https://graph.threads.net'

export function createGraph(call: Call, token?: string): meta.Graph {
  const graph = { call, platform: threads, origin: ORIGIN, version: API_VERSION, errors }
  return token === undefined ? graph : { ...graph, token }
}

export function request(
  call: GrantCall,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: GraphRequest = {},
): Promise<Body> {
  return meta.request(createGraph(call, call.tokens.access), method, path, options)
}

export function readPage(call: GrantCall, path: string, query: GraphRequest['query']): Promise<meta.GraphPage<Body>> {
  return meta.readPage(createGraph(call, call.tokens.access), path, { query: query ?? {} })
}
