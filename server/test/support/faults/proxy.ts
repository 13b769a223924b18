import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { atEnd } from '../harness.ts'

/** A proxy between the service and PostgreSQL that cuts connections at critical moments. */
export interface DatabaseProxy {
  /** An address for `connect`. */
  readonly url: string
  /**
   * Cuts the connection after a statement that contains this text is committed, before its response gets through, every third
   * time. Returns the number of cuts left. With `refusesThen`, the server is down from the first cut on.
   */
  cutAnswersTo(text: string, times: number, options?: { refusesThen: boolean }): { readonly left: () => number }
  /** Resets every connection, like a machine that went away. */
  resetAll(): void
  /**
   * Forwards nothing and closes nothing, like a frozen server, until `pass`. New connections are accepted and get no response.
   */
  freeze(): void
  /** Closes new and existing connections, like a server that is down. */
  refuse(): void
  /** Ends `freeze` and `refuse`. */
  pass(): void
}

/** `address` is the folder of a Unix socket and a database, `/folder?database`. */
export async function startProxy(address: string): Promise<DatabaseProxy> {
  const [folder = '', database = ''] = address.split('?')
  const clients = new Set<Socket>()
  let state: 'passing' | 'frozen' | 'refusing' = 'passing'
  const sockets = new Set<Socket>()
  let armed: { readonly text: string; readonly refusesThen: boolean; left: number; passes: number } | undefined

  function refuse(): void {
    state = 'refusing'
    for (const client of clients) client.resetAndDestroy()
  }

  const server = createServer((client) => {
    if (state === 'refusing') return void client.resetAndDestroy()
    const upstream = dial(`${folder}/.s.PGSQL.5432`)
    clients.add(client)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      if (state === 'frozen') socket.pause()
    }
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        clients.delete(client)
        other.destroy()
      })
    }
    const statements = new Map<string, string>()
    let isAwaited = false
    const fromClient = frames({ hasStartup: true }, (type, body) => {
      const [first = '', second = ''] = body.toString('latin1').split('\0', 2)
      if (type === 'P') statements.set(first, second)
      const text = type === 'Q' ? first : type === 'B' ? statements.get(second) : undefined
      if (armed && text?.includes(armed.text)) isAwaited = true
    })
    const fromServer = frames({ hasStartup: false }, (type, body) => {
      const isCommitted = type === 'Z' && body.toString('latin1') === 'I'
      if (!isAwaited || !isCommitted || !armed || armed.left === 0) return
      isAwaited = false
      if (armed.passes++ % 3 !== 0) return
      armed.left--
      if (armed.refusesThen) refuse()
      else client.destroy()
    })
    client.on('data', (chunk: Buffer) => {
      fromClient(chunk)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      fromServer(chunk)
      if (!client.destroyed) client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  return {
    url: `postgres://quoin@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    cutAnswersTo(text, times, { refusesThen } = { refusesThen: false }) {
      const arm = { text, refusesThen, left: times, passes: 0 }
      armed = arm
      return { left: () => arm.left }
    },
    resetAll() {
      for (const client of clients) client.resetAndDestroy()
    },
    freeze() {
      state = 'frozen'
      for (const socket of sockets) socket.pause()
    },
    refuse,
    pass() {
      state = 'passing'
      for (const socket of sockets) socket.resume()
    },
  }
}

/** Calls back with each whole message of PostgreSQL's protocol: a letter, a length, a body. */
function frames({ hasStartup }: { hasStartup: boolean }, onFrame: (type: string, body: Buffer) => void) {
  let pending: Buffer = Buffer.alloc(0)
  let isStarting = hasStartup
  return (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    for (;;) {
      const head = isStarting ? 0 : 1
      if (pending.length < head + 4) return
      const length = pending.readUInt32BE(head)
      if (pending.length < head + length) return
      const type = isStarting ? '' : String.fromCharCode(pending[0] ?? 0)
      const body = pending.subarray(head + 4, head + length)
      pending = pending.subarray(head + length)
      isStarting = false
      if (type !== '') onFrame(type, body)
    }
  }
}
