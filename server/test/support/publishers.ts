import assert from 'node:assert/strict'
import type { Connector } from '../../src/connectors/connector.ts'
import type { DraftMedia, Publishing } from '../../src/connectors/publish.ts'
import { findConnector, platforms } from '../../src/connectors/registry.ts'
import type { Session } from '../../src/connectors/session.ts'
import { storeAccount } from '../../src/domains/social/accounts/connecting/store-account.ts'
import type { Context } from '../../src/kit/context.ts'
import type { Fixture } from './connectors/fixture.ts'
import { loopback } from './connectors/loopback.ts'
import { jpeg, movie, pdf } from './media-samples.ts'

/** A platform on loopback that accepts posts, with a signed-in person. */
export interface Publisher {
  readonly id: string
  readonly connector: Connector
  readonly publish: Publishing
  readonly fixture: Fixture
  readonly session: Session
  /** The addresses of the fake. */
  readonly servers: readonly string[]
}

/**
 * Opens a publisher for every platform that accepts posts, in the order of the registry. The sandbox has no server and separate
 * tests.
 */
export async function openPublishers(): Promise<Publisher[]> {
  const opened: Publisher[] = []
  for (const { id, capabilities } of platforms) {
    if (id === 'sandbox' || !capabilities.includes('publish')) continue
    const started = loopback.origins.length
    const module = (await import(`./connectors/${id}.ts`)) as { openFixture: () => Promise<Fixture> }
    const fixture = await module.openFixture()
    const connector = await findConnector(id)
    assert.ok(connector?.publish)
    const session = await fixture.signIn()
    const servers = loopback.origins.slice(started)
    opened.push({ id, connector, publish: connector.publish, fixture, session, servers })
  }
  return opened
}

/**
 * Builds the environment with which a server reaches all publishers. Where two use the same address, as for Google's sign-in,
 * the first one gets it.
 */
export function buildPublisherEnv(publishers: readonly Publisher[]): Record<string, string> {
  const origins = new Map<string, string>()
  const env: Record<string, string> = {}
  for (const { connector, fixture, session } of publishers) {
    for (const [from, to] of fixture.origins ?? []) if (!origins.has(from)) origins.set(from, to)
    const { app, settings } = connector.platform
    const variables = Object.entries(app).map(([name, { variable }]) => [name, variable] as const)
    for (const [name, variable] of [...variables, ...Object.entries(settings)]) {
      const value = session.app[name]
      if (value !== undefined) env[variable] = value
    }
  }
  return { ...env, PLATFORM_ORIGINS: [...origins].map(([from, to]) => `${from}=${to}`).join(',') }
}

/** Stores the account of the signed-in person, like the end of a connection. Returns its id. */
export async function connectPublisher(
  ctx: Context,
  workspaceId: string,
  profileId: string,
  { connector, session }: Publisher,
): Promise<string> {
  const { identity, tokens, entity } = session
  const entities = await connector.auth.listEntities(session)
  const chosen = entities.find(({ externalId }) => externalId === entity.externalId)
  assert.ok(chosen)
  const grant = { identity, tokens, scopes: connector.platform.auth.scopes }
  const signedIn = { connector, profileId, accountId: null, appId: null, grant, entities, chosen }
  return (await storeAccount(ctx, ctx.db, workspaceId, signedIn)).id
}

type Medium = 'video' | 'image' | 'document'

/** A kind of post: its parts in addition to its text. */
export interface Shape {
  readonly name: string
  readonly media: readonly Medium[]
  readonly options: Record<string, unknown>
  /** The texts that the platform shows afterwards. */
  readonly texts: readonly string[]
}

/** The video has three chunks of YouTube's uploads. */
export const SAMPLES: Record<Medium, { readonly mime: string; readonly bytes: Buffer }> = {
  video: { mime: 'video/mp4', bytes: movie({ width: 720, height: 1280, seconds: 8, mdatBytes: 600_000 }) },
  image: { mime: 'image/jpeg', bytes: jpeg(640, 640, { padding: 10_300 }) },
  document: { mime: 'application/pdf', bytes: pdf },
}
const SIZES = {
  video: { width: 720, height: 1280, durationSeconds: 8 },
  image: { width: 640, height: 640, durationSeconds: null },
  document: { width: null, height: null, durationSeconds: null },
}
const draftMedium = (kind: Medium): DraftMedia => ({
  id: kind,
  mime: SAMPLES[kind].mime,
  bytes: SAMPLES[kind].bytes.length,
  ...SIZES[kind],
  altText: null,
})

/** Lists the kinds of posts that the platform accepts, those with the most steps first. */
export function listPostShapes({ connector, fixture, session }: Publisher, text: string): Shape[] {
  const plain = { options: {}, texts: [text] }
  const thread = fixture.thread?.(text)
  const shapes: Shape[] = [
    ...(thread ? [{ name: 'thread', media: ['image'] as const, ...thread }] : []),
    { name: 'video', media: ['video'], ...plain },
    { name: 'two images', media: ['image', 'image'], ...plain },
    { name: 'image', media: ['image'], ...plain },
    { name: 'text', media: [], ...plain },
    { name: 'document', media: ['document'], ...plain },
    ...(fixture.kinds ?? []).map((kind) => ({ ...kind, texts: [text] })),
  ]
  return shapes.filter(({ media, options }) => {
    const draft = { text, media: media.map(draftMedium), options }
    return connector.validate(draft, session.entity).length === 0
  })
}
