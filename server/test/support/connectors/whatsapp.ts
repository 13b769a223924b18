import type { Session } from '../../../src/connectors/session.ts'
import { connector as whatsapp } from '../../../src/connectors/whatsapp/connector.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, type ReceivedRequest } from './loopback.ts'
import { FakeWhatsApp } from './whatsapp-fake.ts'
import { signPush } from './whatsapp-pushes.ts'

export async function startWhatsApp(deadlineMs?: number) {
  const fake = await new FakeWhatsApp().start()
  const call = openCall({
    ...(deadlineMs !== undefined && { deadlineMs }),
    origins: fake.origins,
    app: fake.app,
  })

  /** Signs in to a new business account with one number, and selects the number. */
  async function signIn(number: object = {}): Promise<Session> {
    const business = fake.newBusiness(number)
    const credentials = { access_token: business.token, business_account_id: business.id }
    const { tokens, identity } = await whatsapp.auth.signIn!(call, credentials)
    const [entity] = await whatsapp.auth.listEntities({ ...call, tokens, identity })
    if (!entity) throw new Error('no entity')
    return { ...call, tokens, identity, entity: { ...entity, secret: undefined } }
  }

  return { fake, call, signIn }
}

const isRequestFrom =
  ({ tokens }: Session) =>
  (request: ReceivedRequest) =>
    request.headers.authorization === `Bearer ${tokens.access}`

const VISITOR = '15550100777'

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startWhatsApp()
  const push = () => {
    const value = { event: 'PARTNER_REMOVED', waba_info: { waba_id: '1' } }
    return { businessAccountId: '1', field: 'account_update', value }
  }
  return {
    connector: whatsapp,
    signIn,
    async trouble(session, trouble) {
      if (trouble === 'rate_limited') fake.throttled = 1
      else if (trouble === 'revoked') fake.tokens.get(session.tokens.access)!.isValid = false
      else fake.faults.push(...FAULTS[trouble].map((fault) => ({ fault, matches: isRequestFrom(session) })))
    },
    countPosts: async () => 0,
    visitor: {
      message: async ({ entity }, body) => fake.receive(entity.externalId, VISITOR, { type: 'text', text: { body } }),
    },
    pushes: ({ entity }) => fake.signed(0, entity.externalId),
    approve: async (template) => fake.review(template, 'APPROVED'),
    inbound: {
      good: () => signPush(fake.app.client_secret, push()),
      forged: () => signPush('a guess', push()),
      app: fake.app,
    },
  }
}
