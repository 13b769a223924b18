import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { headerParameters } from '../openapi/headers.ts'

const KEYS: Record<AnyEndpoint['access'], string> = {
  public: 'none needed',
  read: 'any',
  write: 'permission `read_write`',
  user: 'none; requires the session of a signed-in user',
  operator: "the operator's token, `QUOIN_OPERATOR_TOKEN`, instead of a key, or the session of an operator",
}

const PRICES = {
  free: 'free',
  quote: 'free',
  later: 'the price of its action in the price book, per row with a result',
}

/** Lists what a caller needs and pays, as names and sentences with code in backticks. */
export function listEndpointFacts(endpoint: AnyEndpoint): [name: string, text: string][] {
  const { id, access, role, needsSudo, scope, price, produces, special } = endpoint
  const sudo = needsSudo && 'identity confirmed within the last 15 minutes'
  const session = [role && `the role \`${role}\` or higher`, sudo].filter(Boolean).join(', and ')
  const reach = { full: '`full`', profile: '`full`, or `profiles` for its own profiles' }[scope]
  const cost = typeof price === 'string' ? PRICES[price] : `\`${price.action}\` in the price book`
  const facts: [string, string | undefined][] = [
    ['Key', KEYS[access]],
    ['Session', session || undefined],
    ['Scope', access === 'read' || access === 'write' ? reach : undefined],
    ['Price', cost],
    ['Operation', `\`${id}\``],
    ['Returns', special.streams?.join(', ')],
    ['Also returns', produces?.join(', ')],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

/** Builds an object schema of the headers of a call. */
export function buildHeaderSchema(endpoint: AnyEndpoint) {
  const headers = headerParameters(endpoint)
  const entries = headers.map(({ name, description, schema }) => [name, { description, ...(schema as object) }])
  return {
    properties: Object.fromEntries(entries) as Record<string, unknown>,
    required: headers.filter(({ required }) => required).map(({ name }) => name),
  }
}
