import { type Static, Type } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { bytesAtMost, FreeForm, OneOf } from '../../../../kit/declare/schema.ts'
import { creditsFor } from '../../../billing/credits/price-book.ts'
import { STANDARD_BOOK } from '../../../billing/credits/standard-book.ts'
import { GenericRequest, LIMIT_DEFAULT } from './requests.ts'

export type EstimateRequest = Static<typeof EstimateRequest>
const EstimateRequest = GenericRequest(FreeForm(bytesAtMost(256)), 'EstimateRequest')

export type Estimate = Static<typeof Estimate>
const Estimate = Type.Object(
  {
    status: OneOf(['OK']),
    data: Type.Object({
      action: Type.String(),
      credits: Type.Integer({ minimum: 0, description: 'What the call costs at most; what is not found is free.' }),
      units: Type.Integer({ minimum: 0, description: 'The most it can find.' }),
      credits_per_unit: Type.Integer({ minimum: 0 }),
      unit: Type.String(),
      price_book: Type.String(),
    }),
  },
  { title: 'EstimateResponse' },
)

/** Whether an action finds one item, or up to `limit`. */
export type Finds = 'many' | 'one'

export function estimateIn(
  book: typeof STANDARD_BOOK,
  action: string,
  finds: Finds,
  { limit }: Pick<EstimateRequest, 'limit'>,
): Estimate {
  const units = finds === 'one' ? 1 : (limit ?? LIMIT_DEFAULT)
  const { credits: credits_per_unit = 0, unit = 'call' } = book.actions[action] ?? {}
  const credits = creditsFor(book, { [action]: units })
  return { status: 'OK', data: { action, credits, units, credits_per_unit, unit, price_book: book.name } }
}

function estimateOf(name: string, action: string, finds: Finds) {
  return endpoint({
    id: `data.estimate_${name}`,
    route: `POST /v1/data/${action}:estimate`,
    summary: `Estimate what ${action} costs`,
    description: 'Free, also for read keys, and runs nothing. The estimate is what the call itself holds.',
    access: 'read',
    body: EstimateRequest,
    reply: Estimate,
    price: 'quote',
    example: {
      body: { query: 'Ada Example, example.com' },
      reply: estimateIn(STANDARD_BOOK, action, finds, {}),
      echo: ({ body }) => estimateIn(STANDARD_BOOK, action, finds, body),
    },
  })
}

export const estimates = {
  estimatePeople: estimateOf('search_people', 'search/people', 'many'),
  estimateCompanies: estimateOf('search_companies', 'search/companies', 'many'),
  estimateEnrich: estimateOf('enrich_person', 'people/enrich', 'one'),
  estimateFindEmail: estimateOf('find_email', 'contacts/find-email', 'one'),
  estimateVerifyEmail: estimateOf('verify_email', 'contacts/verify-email', 'one'),
  estimateConsensus: estimateOf('consensus', 'consensus', 'many'),
}
