import { VERSION } from '../version.ts'

const USER_AGENT = `Quoin/${VERSION}`

/** Adds our user agent where none is set: some servers refuse requests that do not say who sends them. */
export function withUserAgent(headers: Record<string, string>): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent')
  return isNamed ? headers : { 'user-agent': USER_AGENT, ...headers }
}
