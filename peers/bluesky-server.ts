// A directory of identities and a data server, as Bluesky runs them, with rate limits enabled. Prints their addresses on one
// line and runs until it is stopped.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secp256k1Keypair } from '@atproto/crypto'
import { PDS } from '@atproto/pds'
import plcServer from '@did-plc/server'

const [plcPort = 0, port = 0] = process.argv.slice(2).map(Number)

/** Public URL of a client, and the address of its documents in this test: `https://client.example.com=http://127.0.0.1:80`. */
const [client = '', instead = ''] = process.argv[4]?.split('=') ?? []
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  return client !== '' && url.startsWith(client) ? fetch(url.replace(client, instead)) : fetch(input, init)
}
const folder = mkdtempSync(join(tmpdir(), 'quoin-bluesky-'))
mkdirSync(join(folder, 'blobs'))

const plc = plcServer.PlcServer.create({ db: plcServer.Database.mock(), port: plcPort })
await plc.start()
const rotation = await Secp256k1Keypair.create({ exportable: true })
const pds = await PDS.fromEnv({
  devMode: true,
  port,
  hostname: 'localhost',
  dataDirectory: folder,
  blobstoreDiskLocation: join(folder, 'blobs'),
  recoveryDidKey: (await Secp256k1Keypair.create()).did(),
  adminPassword: 'admin-for-tests',
  jwtSecret: 'secret-for-tests-0123456789',
  serviceHandleDomains: ['.test'],
  didPlcUrl: `http://localhost:${plcPort}`,
  bskyAppViewUrl: 'https://appview.invalid',
  bskyAppViewDid: 'did:example:invalid',
  plcRotationKeyK256PrivateKeyHex: Buffer.from(await rotation.export()).toString('hex'),
  inviteRequired: false,
  rateLimitsEnabled: true,
  disableSsrfProtection: true,
})
await pds.start()
console.log(`READY http://localhost:${port} http://localhost:${plcPort}`)

async function stop(): Promise<void> {
  await pds.destroy()
  await plc.destroy()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
