import assert from 'node:assert/strict'
import { continueHosted, createProfile, startConnection } from '../account-scene.ts'
import { boot, type World } from '../harness.ts'
import { FakeMastodon } from './mastodon-fake.ts'
import type { ServerKind } from './mastodon-kinds.ts'

/** Connects an account by a sign-in in a browser. */
export async function connectAs(
  fake: FakeMastodon,
  { live, url }: Pick<World, 'live' | 'url'>,
  profileId: string,
  username: string,
) {
  const begun = { platform: 'mastodon', mode: 'hosted', options: { instance: fake.origin } }
  const { authorize_url } = await startConnection(live, profileId, begun)
  const back = fake.approve(await continueHosted(url, authorize_url), username)
  const returned = await fetch(`${url}${back.pathname}${back.search}`, { redirect: 'manual' })
  assert.ok(returned.status < 400, String(returned.status))
  return (await live('GET', '/v1/accounts?platform=mastodon')).body.data[0]
}

/** A service with one account on a server of this kind, whose clock is the service's. */
export async function openScene(kind: ServerKind, username = 'brand') {
  const fake = await new FakeMastodon(kind).start()
  const world = await boot({ env: { LOG_LEVEL: 'silent' } })
  fake.now = () => world.ctx.clock.now()
  const account = await connectAs(fake, world, await createProfile(world.live), username)
  return { ...world, fake, account }
}
