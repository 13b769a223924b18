import assert from 'node:assert/strict'
import { actOnSandbox } from '../../server/test/support/inbox-scene.ts'
import type { PortalWorld } from './portal-world.ts'
import { twoAccounts } from './publish-scene.ts'

interface Account {
  readonly id: string
  readonly active_entity: { readonly external_id: string }
}

export interface EngageScene {
  readonly first: Account
  readonly second: Account
  /** Sends a message from a visitor to the first account. */
  message(from: string, body: string, more?: object): Promise<void>
  comment(postExternalId: string, from: string, body: string): Promise<void>
  review(from: string, rating: number, body: string): Promise<void>
  /** Returns what visitors see in the inbox of an account on the network. */
  networkInbox(account?: Account): Promise<string>
}

/** Creates two sandbox accounts, with visitors that write when the test calls `message`. */
export async function engageScene(world: PortalWorld): Promise<EngageScene> {
  const { live } = world
  const { first, second } = await twoAccounts(live)
  const page = first.active_entity.external_id
  return {
    first,
    second,
    message: async (from, body, more = {}) => {
      await actOnSandbox(live, 'messages', { entity_external_id: page, from, body, ...more })
    },
    comment: async (post_external_id, from, body) => {
      await actOnSandbox(live, 'comments', { post_external_id, from, body })
    },
    review: async (from, rating, body) => {
      await actOnSandbox(live, 'reviews', { entity_external_id: page, from, rating, body })
    },
    networkInbox: async (account = first) => {
      const { body } = await live('GET', '/v1/sandbox/pages?limit=100')
      const own = body.data.find(
        (each: { external_id: string }) => each.external_id === account.active_entity.external_id,
      )
      assert.ok(own, JSON.stringify(body))
      const { pathname } = new URL(own.inbox_url)
      return (await fetch(`${world.url}${pathname}`)).text()
    },
  }
}
