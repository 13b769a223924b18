import { listErrorCodes } from '../../src/http/openapi/access.ts'
import type { Operation } from '../../src/http/openapi/operations-list.ts'
import { ERRORS, type ErrorCode } from '../../src/kit/declare/errors.ts'

/** Errors that only sessions can get. */
const OF_SESSIONS: readonly ErrorCode[] = [
  'invalid_session',
  'totp_required',
  'cross_site_request',
  'not_a_member',
  'role_required',
  'sudo_required',
]

/** Describes an operation as Markdown: effect, required key, price and errors. */
export function describeOperation({ id, endpoint }: Operation): string {
  const { access, price, summary, description } = endpoint
  const key = {
    read: 'any',
    write: 'permission `read_write`',
    public: 'none needed',
    user: 'none',
    operator: 'none',
  }[access]
  const cost = {
    free: 'free',
    quote: 'free',
    later: 'the price of its action in the price book, for each row with a result',
  }
  const facts = [
    `Operation: \`${id}\``,
    `Key: ${key}`,
    `Price: ${typeof price === 'string' ? cost[price] : `\`${price.action}\` in the price book, for what it finds`}`,
  ]
  const errors = listErrorCodes(endpoint)
    .filter((code) => !OF_SESSIONS.includes(code))
    .map((code) => `${ERRORS[code].status} \`${code}\``)
  return [description ?? `${summary}.`, facts.join('. ').concat('.'), `Errors: ${errors.join(', ')}.`].join('\n\n')
}
