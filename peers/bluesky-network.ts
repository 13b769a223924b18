// Bluesky as a whole: identities, a data server, and the index behind it (the AppView) with its own PostgreSQL and Redis.
// Prints its addresses on one line and runs until its standard input closes, which happens when the parent process ends.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/operations/embedded/embedded-postgres.ts'

const [redisServer = '', redisPort = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'quoin-bluesky-'))
// When we are root, PostgreSQL runs as another user, who needs to enter this folder.
chmodSync(folder, 0o711)
// The network writes its files to the temporary folder, which it reads from TMPDIR when it is loaded.
process.env['TMPDIR'] = folder
const { TestNetwork } = await import('@atproto/dev-env')

const redis = spawn(redisServer, ['--bind', '127.0.0.1', '--port', redisPort, '--save', '', '--dir', folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
process.on('exit', () => redis.kill())
process.env['REDIS_HOST'] = `127.0.0.1:${redisPort}`
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  settings: { fsync: 'off', synchronous_commit: 'off', shared_buffers: '128MB' },
})
const [socket = '', database = ''] = postgres.address.split('?')
const network = await TestNetwork.create({
  dbPostgresUrl: `postgresql://quoin@${encodeURIComponent(socket)}/${database}`,
  dbPostgresSchema: 'network',
  pds: { hostname: 'localhost', enableDidDocWithSession: true },
})
console.log(`READY ${network.pds.url} ${network.plc.url}`)

async function stop(): Promise<void> {
  await network.close().catch((error: unknown) => console.error(error))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.stdin.on('end', () => void stop()).resume()
