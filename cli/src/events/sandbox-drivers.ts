import type { Quoin } from '../../../sdk/src/client.ts'
import { UsageError } from '../usage-error.ts'

/** Causes an event on the sandbox and returns a sentence about it. */
type EventDriver = (client: Quoin) => Promise<string>

interface Account {
  readonly id: string
  readonly active_entity: { readonly external_id: string } | null
}

const VISITOR = 'visitor'

export const drivers: Readonly<Record<string, EventDriver>> = {
  'post.published': async (client) => `Published ${await publish(client)}.`,
  'post.failed': async (client) =>
    `Created ${(await post(client, { fault: 'reject' })).id}, which the sandbox rejects.`,
  'comment.received': async (client) => {
    const id = await publish(client)
    const { targets } = (await client.call('posts.get', [id])) as { targets: { external_id: string }[] }
    const post_external_id = targets[0]?.external_id
    await client.call('sandbox.comment', [], { post_external_id, from: VISITOR, body: 'A comment from quoin trigger' })
    return `Commented on ${id}.`
  },
  'message.received': async (client) => {
    await client.call('sandbox.message', [], {
      ...(await getPageArgument(client)),
      from: VISITOR,
      body: 'A message from quoin trigger',
    })
    return 'Sent a message to a sandbox page.'
  },
  'review.new': async (client) => {
    await client.call('sandbox.review', [], {
      ...(await getPageArgument(client)),
      from: VISITOR,
      rating: 5,
      body: 'A review from quoin trigger',
    })
    return 'Reviewed a sandbox page.'
  },
}

async function publish(client: Quoin): Promise<string> {
  const made = await post(client)
  const { status } = (await client.waitFor(made as never, { timeout: 30_000 })) as { status: string }
  if (status !== 'published') throw new Error(`The post ${made.id} is ${status}, not published.`)
  return made.id
}

async function post(client: Quoin, options: Record<string, unknown> = {}): Promise<{ id: string }> {
  const { id } = await ensureSandboxAccount(client)
  const content = `quoin trigger, ${new Date().toISOString()}`
  return (await client.call('posts.create', [], { content, targets: [{ account_id: id, options }] })) as { id: string }
}

async function getPageArgument(client: Quoin): Promise<{ entity_external_id: string }> {
  const { active_entity: page } = await ensureSandboxAccount(client)
  if (!page) throw new UsageError('The sandbox account has no page. Select one with `quoin accounts select-entity`.')
  return { entity_external_id: page.external_id }
}

/** Returns the workspace's sandbox account. Connects one if there is none. */
async function ensureSandboxAccount(client: Quoin): Promise<Account> {
  const { data } = (await client.call('accounts.list', [], { platform: 'sandbox', status: 'connected', limit: 1 })) as {
    data: Account[]
  }
  return data[0] ?? connect(client)
}

async function connect(client: Quoin): Promise<Account> {
  const { id: profile_id } = (await client.call('profiles.create', [], { name: 'quoin trigger' })) as { id: string }
  const asked = { profile_id, platform: 'sandbox', mode: 'headless' }
  const { id } = (await client.call('connections.create', [], asked)) as { id: string }
  await client.call('connections.complete', [id], { credentials: { username: 'trigger' } })
  const { data } = (await client.call('connections.entities', [id])) as { data: { external_id: string }[] }
  return (await client.call('connections.select', [id], { external_id: data[0]?.external_id })) as Account
}
