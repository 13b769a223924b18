import { connector as nostr } from '../../../src/connectors/nostr/connector.ts'
import { createRumor, wrap } from '../../../src/connectors/nostr/gift-wrap.ts'
import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Call, Session } from '../../../src/connectors/session.ts'
import type { Fixture } from './fixture.ts'
import { openCall, picture } from './loopback.ts'
import { FakeNostr, FakePerson, type FakeRelay } from './nostr-fake.ts'

export async function startNostr() {
  const fake = await new FakeNostr().start()
  const call = openCall({ origins: fake.origins, deadlineMs: 20_000 })
  return { fake, call, signIn: (relays = [fake.addRelay()], person = new FakePerson()) => signIn(call, relays, person) }
}

async function signIn(call: Call, relays: readonly FakeRelay[], person: FakePerson): Promise<Session> {
  const [relay] = relays
  if (!relay) throw new Error('no relay')
  relay.add(person.sign({ kind: 0, content: JSON.stringify({ name: 'alice', display_name: 'Alice' }) }))
  relay.add(person.sign({ kind: 10_050, tags: [['relay', relay.url]] }))
  const grant = await nostr.auth.signIn!(call, {
    private_key: person.hex,
    relays: relays.map(({ url }) => url),
    media_server: 'https://media.example.com',
  })
  const session = { ...call, tokens: grant.tokens, identity: grant.identity }
  const [entity] = await nostr.auth.listEntities(session)
  if (!entity) throw new Error('no entity')
  return { ...session, entity: { ...entity, secret: undefined } }
}

let handles = 0
export function createAttempt(
  text: string,
  options: object = {},
  media: readonly ReadableMedia[] = [],
): CommittedAttempt {
  const moment = new Date()
  const draft = { text, media, options: options as Record<string, unknown> }
  return { draft, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment, prepared: null }
}

/** A person who can receive messages, and who writes comments and messages. */
export class Visitor extends FakePerson {
  constructor(relay: FakeRelay) {
    super()
    relay.add(this.sign({ kind: 0, content: JSON.stringify({ name: 'bob' }) }))
    relay.add(this.sign({ kind: 10_050, tags: [['relay', relay.url]] }))
  }
  comment(postId: string, author: string, content: string) {
    const tags = [
      ['e', postId, '', 'root'],
      ['p', author],
    ]
    return this.sign({ kind: 1, tags, content })
  }
  /** Returns the gift wrap and the id of the message in it. */
  message(to: string, content: string, at = new Date()) {
    const privateKey = Buffer.from(this.privateKey)
    const signer = { privateKey, publicKey: this.publicKey, call: undefined as never }
    const created_at = Math.floor(at.getTime() / 1000)
    const rumor = createRumor({ pubkey: this.publicKey, created_at, kind: 14, tags: [['p', to]], content })
    return { wrapped: wrap(signer, rumor, to), id: rumor.id }
  }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn: open } = await startNostr()
  const getRelay = ({ tokens }: Session) => {
    const [url] = (tokens.extra?.['relays'] ?? []) as string[]
    return [...fake.relays.values()].find((relay) => relay.url === url) as FakeRelay
  }
  const faults = {
    unreachable: ['drop_before'],
    answer_lost: ['drop_after'],
    answer_broken: ['error_after', 'drop_before'],
    rate_limited: ['rate_limited'],
  } as const
  return {
    connector: nostr,
    origins: fake.origins,
    signIn: () => open(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') throw new Error('a key cannot be revoked')
      getRelay(session).faults.push(...faults[trouble])
    },
    countPosts: async (session, text) =>
      [...getRelay(session).events.values()].filter(
        ({ kind, content }) => kind === 1 && content.split('\n')[0] === text,
      ).length,
    visitor: {
      comment: async (session, postId, body) => {
        const relay = getRelay(session)
        return relay.add(new Visitor(relay).comment(postId, session.identity.externalId, body)).id
      },
      message: async (session, body) => {
        const relay = getRelay(session)
        const { wrapped, id } = new Visitor(relay).message(session.identity.externalId, body)
        relay.add(wrapped)
        return id
      },
    },
    media: async () => picture(),
  }
}
