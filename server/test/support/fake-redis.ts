import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { atEnd } from './harness.ts'

export interface FakeRedis {
  readonly url: string
  /** Sets the reply to commands from now on; undefined sends none until the next call. */
  answer(reply: string | undefined): void
  readonly commands: () => number
}

/** Counts the commands of Redis's protocol and sends the same reply to each; it supports no scripts. */
export async function startFakeRedis(): Promise<FakeRedis> {
  let reply: string | undefined = '+OK\r\n'
  let commands = 0
  const unanswered: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      for (const _ of data.toString().matchAll(/^\*\d+\r$/gm)) {
        commands++
        if (reply === undefined) unanswered.push(socket)
        else socket.write(reply)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close())
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next) {
      reply = next
      if (next !== undefined) for (const socket of unanswered.splice(0)) socket.write(next)
    },
    commands: () => commands,
  }
}

export function bulk(text: string): string {
  return `$${text.length}\r\n${text}\r\n`
}
