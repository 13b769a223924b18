import assert from 'node:assert/strict'
import { continueHosted, createProfile, startConnection } from '../account-scene.ts'
import type { World } from '../harness.ts'
import type { FakeBluesky } from './bluesky-fake.ts'

export const PUBLIC_URL = 'https://quoin.example.com'
const RETURN_URL = 'https://customer.example.com/done'

export function buildBlueskyEnv(fake: FakeBluesky) {
  const { url, plcUrl } = fake.app
  return { BLUESKY_URL: url, BLUESKY_PLC_URL: plcUrl, QUOIN_PUBLIC_URL: PUBLIC_URL, LOG_LEVEL: 'silent' }
}

/** Returns functions that sign people in at the fake's authorization server, which knows our client. */
export async function openSignIns(world: Pick<World, 'url' | 'live'>, fake: FakeBluesky) {
  const { live, url } = world
  const readClient = async () => fetch(`${url}/v1/oauth/bluesky/client-metadata.json`)
  fake.auth.clients.set(`${PUBLIC_URL}/v1/oauth/bluesky/client-metadata.json`, await (await readClient()).json())

  /** Opens the address to which the authorization server redirects the browser. */
  async function visit(returned: URL): Promise<{ status: number; location: string }> {
    assert.equal(returned.origin, PUBLIC_URL)
    const reply = await fetch(`${url}${returned.pathname}${returned.search}`, { redirect: 'manual' })
    return { status: reply.status, location: reply.headers.get('location') ?? '' }
  }

  const start = async (more: Record<string, unknown> = {}) =>
    startConnection(live, await createProfile(live), {
      platform: 'bluesky',
      mode: 'hosted',
      redirect_url: RETURN_URL,
      ...more,
    })

  /** Connects an account through the page of a connection; returns the account's id. */
  async function connectAtPage(handle: string, did: string, authorizeUrl?: string): Promise<string> {
    const page = await continueHosted(url, authorizeUrl ?? (await start()).authorize_url, { handle })
    const { status, location } = await visit(fake.auth.approve(page, did))
    const returned = new URL(location)
    assert.deepEqual([status, `${returned.origin}${returned.pathname}`], [303, RETURN_URL])
    assert.equal(returned.searchParams.get('status'), 'completed', location)
    assert.deepEqual([...returned.searchParams.keys()].toSorted(), ['account_id', 'connection_id', 'status'])
    return returned.searchParams.get('account_id') ?? ''
  }

  async function reconnect(accountId: string, handle: string, did: string): Promise<string> {
    const body = { mode: 'hosted', redirect_url: RETURN_URL }
    const { authorize_url } = (await live('POST', `/v1/accounts/${accountId}/reconnect`, body)).body
    return connectAtPage(handle, did, authorize_url)
  }

  const readAccount = async (id: string) => (await live('GET', `/v1/accounts/${id}`)).body

  return { readClient, visit, start, connectAtPage, reconnect, readAccount }
}
