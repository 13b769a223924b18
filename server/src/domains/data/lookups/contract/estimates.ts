import type { Static } from 'typebox'
import { type AnyEndpoint, endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { creditsFor, type PriceBook } from '../../../billing/credits/price-book.ts'
import { STANDARD_BOOK } from '../../../billing/credits/standard-book.ts'
import { consensus } from './consensus.ts'
import { checkExampleCursors, type SearchRequest } from './example-search.ts'
import { searches } from './search.ts'
import { singles } from './single.ts'

type Estimate = Static<typeof Estimate>
const Estimate = Type.Object(
  {
    status: StringEnum(['OK']),
    data: Type.Object({
      action: Type.String(),
      credits: Type.Integer({ minimum: 0, description: 'Maximum cost of the call; anything not found is free.' }),
      units: Type.Integer({ minimum: 0, description: 'Maximum number of units it can find.' }),
      credits_per_unit: Type.Integer({ minimum: 0 }),
      unit: Type.String(),
      price_book: Type.String(),
      purchase: Nullable(
        Type.Object(
          {
            id: Type.String({ description: '`GET /v1/data/purchases/{id}` returns the result, free.' }),
            bought_at: DateTime,
          },
          { title: 'EarlierPurchase', description: 'The last time this workspace bought the same.' },
        ),
      ),
    }),
  },
  { title: 'EstimateResponse' },
)

/** Search whose cursors an estimate refuses as the search does. */
export type PagedSearch = 'people' | 'companies'

/** Returns the amount that the call holds, and the last purchase of the same. */
export function estimateIn(
  book: PriceBook,
  { price }: AnyEndpoint,
  body: SearchRequest,
  purchase: Estimate['data']['purchase'] = null,
): Estimate {
  if (typeof price !== 'object') throw new Error('Only a call with a price has an estimate')
  const { action } = price
  const units = price.atMost({ body })[action] ?? 0
  const { credits: credits_per_unit = 0, unit = 'call' } = book.actions[action] ?? {}
  const credits = creditsFor(book, { [action]: units })
  return { status: 'OK', data: { action, credits, units, credits_per_unit, unit, price_book: book.name, purchase } }
}

/** Takes what the call takes, and refuses what the call refuses: the schema and rules are those of the call. */
function declareCallEstimate(call: AnyEndpoint, paged?: PagedSearch) {
  const { path, body = {}, check, example, tool } = call
  return endpoint({
    id: `data.estimate_${call.id.slice('data.'.length)}`,
    route: `POST ${path}:estimate`,
    summary: `Estimate the cost of ${path.slice('/v1/data/'.length)}`,
    description:
      'Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests; the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it again is free.',
    access: 'read',
    ...(typeof tool === 'object' && { tool: { name: 'data_estimate', when: tool.name, hides: tool.hides ?? [] } }),
    body: Type.Unsafe<SearchRequest>(body),
    reply: Estimate,
    price: 'quote',
    ...(check && { check }),
    example: {
      body: example.body,
      reply: estimateIn(STANDARD_BOOK, call, example.body as SearchRequest),
      echo: (input) => {
        if (paged) checkExampleCursors(paged, input.body)
        return estimateIn(STANDARD_BOOK, call, input.body)
      },
    },
  })
}

export const estimates = {
  estimatePeople: declareCallEstimate(searches.searchPeople, 'people'),
  estimateCompanies: declareCallEstimate(searches.searchCompanies, 'companies'),
  estimateEnrich: declareCallEstimate(singles.enrichPerson),
  estimateFindEmail: declareCallEstimate(singles.findEmail),
  estimateVerifyEmail: declareCallEstimate(singles.verifyEmail),
  estimateConsensus: declareCallEstimate(consensus.consensus),
}
