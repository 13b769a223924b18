import { VERSION } from '../version.ts'

const USER_AGENT = `Quoin/${VERSION}`

/** Some servers refuse requests that do not say who sends them, so each request that names no program names this one. */
export function withUserAgent(headers: Record<string, string>): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent')
  return isNamed ? headers : { 'user-agent': USER_AGENT, ...headers }
}
