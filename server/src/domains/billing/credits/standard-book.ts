import type { Plan, PriceBook } from './price-book.ts'

/** Builds a plan: yearly billing is ten monthly payments, and rollover is capped at twice the month's credits. */
function plan(id: string, name: string, credits: number, monthly: number): Plan {
  return {
    id,
    name,
    credits_per_month: credits,
    monthly_price_usd: monthly,
    yearly_price_usd: monthly * 10,
    rollover_cap: credits * 2,
  }
}

export const STANDARD_BOOK: PriceBook = {
  name: 'standard-2026-11',
  actions: {
    'search/people': { credits: 1, unit: 'person found' },
    'search/companies': { credits: 1, unit: 'company found' },
    'people/enrich': { credits: 3, unit: 'person found' },
    'contacts/find-email': { credits: 5, unit: 'email found' },
    'contacts/verify-email': { credits: 1, unit: 'verdict other than unknown' },
    consensus: { credits: 3, unit: 'person agreed on' },
  },
  packs: [
    { id: 'starter', name: 'Starter', credits: 500, price_usd: 10 },
    { id: 'growth', name: 'Growth', credits: 3000, price_usd: 50 },
    { id: 'scale', name: 'Scale', credits: 10_000, price_usd: 150 },
    { id: 'enterprise', name: 'Enterprise', credits: 50_000, price_usd: 600 },
  ],
  plans: [
    plan('starter', 'Starter', 500, 10),
    plan('growth', 'Growth', 3000, 45),
    plan('scale', 'Scale', 10_000, 130),
    plan('enterprise', 'Enterprise', 50_000, 500),
  ],
  repeat_free_days: null,
}
