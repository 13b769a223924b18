import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { until } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { startContainer } from './container.ts'
import { readStages } from './dockerfile.ts'
import { freePort } from './free-ports.ts'
import { ImageBuilder } from './image-builder.ts'
import { fromDebian } from './peer.ts'

const root = resolve(import.meta.dirname, '..')
const dockerfile = join(root, 'deploy/Dockerfile')

async function findReason(): Promise<string | false> {
  if (!process.env['LONG']) return 'takes minutes: set LONG=1'
  if (process.getuid?.() !== 0) return 'only root can build and run the image without a daemon'
  const tools = [await fromDebian('buildah', 'buildah'), await fromDebian('mmdebstrap', 'mmdebstrap')]
  return [...tools, await fromDebian('runc', 'runc')].map(({ skip }) => skip).find(Boolean) ?? false
}

test('Buildah builds the Dockerfile, and runc runs the image as its user on a read-only file system until SIGTERM', {
  skip: await findReason(),
  timeout: 1_500_000,
}, async () => {
  const folder = scratch()
  const builder = new ImageBuilder(join(folder, 'builder'))
  const [node = '', debian = ''] = readStages(dockerfile).map(({ base }) => `docker.io/library/${base}`)
  builder.makeDebian(debian)
  builder.makeNode(debian, node)
  const image = builder.build(dockerfile, root, 'localhost/quoin')
  const files = builder.mount('localhost/quoin')
  for (const path of ['quoin/portal/dist', 'quoin/migrations', 'quoin/docs/openapi.json', 'usr/local/bin/node'])
    assert.ok(existsSync(join(files, path)), path)
  for (const path of ['quoin/server/test', 'quoin/peers', 'quoin/.git', 'quoin/node_modules/@mantine'])
    assert.ok(!existsSync(join(files, path)), path)

  const port = String(await freePort())
  const own = { PORT: port, HOST: '127.0.0.1', QUOIN_EMBEDDED_DATABASE: 'yes' }
  const env = { ...own, QUOIN_MASTER_KEY: randomBytes(32).toString('base64') }
  const container = startContainer(join(folder, 'container'), { root: files, image, env })
  const [, ...health] = image.Healthcheck.Test
  await until('the health check', async () => container.exec(...health).status === 0)
  assert.equal(container.exec('id', '-u').stdout, '10001\n')
  assert.match(container.exec('touch', '/quoin/new').stderr, /Read-only file system/)
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
  assert.match(await page.text(), /\/assets\/main-/, 'the portal is built')
  container.signal(image.StopSignal)
  assert.equal(await container.ended, 0)
})
