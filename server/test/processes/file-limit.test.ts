import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '../support/harness.ts'
import { firstRun, run, scratch, start } from '../support/processes.ts'

const skip = process.platform !== 'linux' && 'reads /proc'
const limited = (files: number) => ({ prefix: ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'] })

/** Opens a connection that got a response; undefined when the server closed it instead. */
async function open(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  after(() => socket.destroy())
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  const answer = Promise.withResolvers<Socket | undefined>()
  socket.once('data', () => answer.resolve(socket)).once('close', () => answer.resolve(undefined))
  return answer.promise
}

test('with a low limit on open files, connections leave some for the database', { skip }, async () => {
  const dataDir = join(scratch(), 'data')
  const server = await start(dataDir, {}, limited(512))
  await server.says(/first-run\.json/)
  assert.match(server.output(), /may open 512 files: it accepts \d+ connections instead of 10000 \(CONNECTIONS_MAX\)/)
  const key = firstRun(dataDir).live_key
  const opened: Socket[] = []
  let refused = 0
  for (let n = 0; n < 500; n++) {
    const socket = await open(server.url)
    if (socket) opened.push(socket)
    else refused++
  }
  assert.ok(opened.length > 100 && opened.length <= 256, `${opened.length} were accepted, ${refused} refused`)
  // As many at once as the pool has connections, so that some of those are opened now.
  const replies = opened.slice(0, 40).map(async (socket) => {
    socket.write(`GET /v1/profiles HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return bytes.toString().slice(0, 12)
  })
  assert.deepEqual(new Set(await Promise.all(replies)), new Set(['HTTP/1.1 200']))
  for (const socket of opened) socket.destroy()
  assert.equal((await createClient(server.url, key)('POST', '/v1/profiles', { name: 'After' })).status, 201)
})

test('a limit too low for any connection gives a clear error', { skip }, async () => {
  const server = run('all', { QUOIN_DATA: join(scratch(), 'data') }, limited(280))
  await server.says(/Raise the limit to/)
  assert.equal((await server.ended).code, 1)
  assert.match(server.output(), /^CONNECTIONS_MAX: this process may open 280 files[^\n]*Raise the limit to \d+[^\n]*$/m)
})
