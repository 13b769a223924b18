import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newMasterKey } from '../server/src/kit/secrets.ts'
import { connectSandbox, createProfile } from '../server/test/support/account-scene.ts'
import { Balancer, type NodeCommand, type ServerNode, startNode } from '../server/test/support/balanced-nodes.ts'
import { createClient, until } from '../server/test/support/harness.ts'
import { firstRun, run, scratch } from '../server/test/support/processes.ts'
import { startReceiver } from '../server/test/support/receiver.ts'

const ACCOUNTS = 4

/** Starts two server and two worker nodes on one database, with accounts to post to and a receiver of their events. */
export async function startFourNodes(databaseUrl: string) {
  const data = join(scratch(), 'data')
  mkdirSync(data)
  // On one machine, the nodes store media in the same folder.
  const env = { DATABASE_URL: databaseUrl, QUOIN_MASTER_KEY: newMasterKey(), QUOIN_DATA: data }
  // A worker has no port, so the public URL gives sandbox posts their addresses.
  const ofWorker = { ...env, QUOIN_PUBLIC_URL: 'http://127.0.0.1:8080' }
  const start = (command: NodeCommand, file?: string): Promise<ServerNode> =>
    startNode(command === 'work' ? ofWorker : env, command, file)
  const first = await start('serve')
  await until('the first start', () => existsSync(join(data, 'first-run.json')))
  const { live_key: apiKey, workspace_id: workspaceId } = firstRun(data)
  const grant = ['grant', workspaceId, '1000000', '--actor', 'me', '--reason', 'a test']
  const granting = run('credits', env, { args: grant })
  if ((await granting.ended).code !== 0) throw new Error(granting.output())

  const client = createClient(first.url, apiKey)
  const receiver = await startReceiver()
  const subscription = { url: `${receiver.url}/hooks`, events: ['post.published', 'post.failed'] }
  const { body: webhook } = await client('POST', '/v1/webhooks', subscription)
  const profileId = await createProfile(client)
  const accountIds: string[] = []
  for (let n = 0; n < ACCOUNTS; n++)
    accountIds.push((await connectSandbox(client, { profileId, username: `example-${n}` })).id)

  const balancer = new Balancer()
  const nodes = { serve: [first, await start('serve')], work: [await start('work'), await start('work')] }
  for (const node of nodes.serve) await balancer.add(node)
  return { start, nodes, balancer, apiKey, accountIds, receiver, secret: webhook.secret as string }
}
