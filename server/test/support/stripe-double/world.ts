import { Stripe } from 'stripe'
import { routes } from '../../../src/http/catalogue.ts'
import { ManualClock } from '../../../src/kit/clock.ts'
import { atEnd, boot, type Client, type Reply, type World } from '../harness.ts'
import { meteredRoutes } from '../metered-routes.ts'
import { type DoubleOptions, StripeDouble } from './double.ts'
import type { StripeObject } from './state.ts'

export const WEBHOOK_SECRET = 'whsec_test_double_secret'

export interface StripeWorld extends World {
  readonly double: StripeDouble
  /** Sends events to the server, signed as Stripe signs them. */
  readonly deliver: (...events: readonly StripeObject[]) => Promise<Reply[]>
}

/** Boots the whole service with Stripe as its provider: Stripe's real library talks to the double. */
export async function bootWithStripe(options: DoubleOptions = {}): Promise<StripeWorld> {
  const clock = new ManualClock()
  const double = await new StripeDouble({ now: () => clock.now(), ...options }).start()
  atEnd(() => double.stop())
  const world = await boot({ routes: [...routes, ...meteredRoutes], clock, env: stripeEnvironment(double) })
  const deliver = async (...events: readonly StripeObject[]) => {
    const replies: Reply[] = []
    for (const event of events) replies.push(await post(world.client(), JSON.stringify(event)))
    return replies
  }
  return { ...world, double, deliver }
}

export function stripeEnvironment(double: Pick<StripeDouble, 'url' | 'secretKey'>): Record<string, string> {
  return {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: double.secretKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: double.url,
  }
}

export function post(client: Client, payload: string, secret = WEBHOOK_SECRET): Promise<Reply> {
  return client('POST', '/v1/callbacks/stripe', payload, { 'stripe-signature': sign(payload, secret) })
}

export function sign(payload: string, secret = WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1000)): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}
