import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

export type AutoTopup = Static<typeof AutoTopup>
export const AutoTopup = Type.Object(
  {
    threshold: Type.Number(),
    pack_id: Type.String(),
    status: StringEnum(['active', 'suspended', 'off']),
    reason: Nullable(
      Type.String({
        description:
          "The reason it is suspended: `no_payment_method`, `unknown_pack`, `disputed`, or the bank's message. A new payment method lifts all of them except `unknown_pack`.",
      }),
    ),
    open_order_id: Nullable(Type.String({ description: 'The pending order; there is never more than one.' })),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'AutoTopupResponse' },
)

export type AutoTopupRequest = Static<typeof AutoTopupRequest>
const AutoTopupRequest = Type.Object(
  {
    threshold: Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Buys a pack when fewer credits than this are available.',
    }),
    pack_id: Type.String({ minLength: 1, maxLength: 64 }),
  },
  { title: 'AutoTopupRequest' },
)

const at = '2026-01-15T09:30:00.000Z'
const exampleBody = { threshold: 100, pack_id: 'starter' }
export const exampleTopup: AutoTopup = {
  ...exampleBody,
  status: 'active',
  reason: null,
  open_order_id: null,
  created_at: at,
  updated_at: at,
}

export const autoTopup = {
  get: endpoint({
    id: 'credits.auto_topup',
    route: 'GET /v1/credits/auto-topup',
    summary: 'Read auto top-up',
    special: { versioned: true },
    reply: AutoTopup,
    errors: ['not_found'],
    example: { reply: exampleTopup },
  }),

  set: endpoint({
    id: 'credits.set_auto_topup',
    role: 'owner',
    needsSudo: true,
    route: 'PUT /v1/credits/auto-topup',
    summary: 'Buy a pack whenever credits run low',
    special: { versioned: true },
    tool: 'never',
    description:
      'When fewer than `threshold` credits are available after a call, `pack_id` is bought with the saved payment method: one order at a time, at most two in ten minutes. Two declines suspend auto top-up until the payment method changes.',
    body: AutoTopupRequest,
    reply: AutoTopup,
    example: {
      body: exampleBody,
      reply: exampleTopup,
      echo: ({ body }, reply) => ({ ...reply, threshold: body.threshold, pack_id: body.pack_id }),
    },
  }),

  delete: endpoint({
    id: 'credits.delete_auto_topup',
    role: 'owner',
    needsSudo: true,
    route: 'DELETE /v1/credits/auto-topup',
    summary: 'Turn off auto top-up',
    description: 'Returns the top-up with the status `off`. A pending order is not canceled.',
    reply: AutoTopup,
    errors: ['not_found'],
    example: { reply: { ...exampleTopup, status: 'off' } },
  }),
}
