import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, Packet } from 'dns2'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { readConfig } from '../../src/kit/config/config.ts'
import { connect, type Pool } from '../../src/kit/postgres/db.ts'
import { type MailContext, openMail } from '../../src/sources/mail/open-mail.ts'
import { atEnd, freshDatabase } from './harness.ts'

/** The records of a domain: MX hosts, an address, name servers, or the failure that its name server replies with. */
export type Zone = Record<string, { mx?: readonly string[]; a?: string; ns?: readonly string[]; fails?: 'SERVFAIL' }>

/** The root, which every working name server knows. */
export const ROOT_ZONE: Zone = { '': { ns: ['a.root.example'] } }

/** Starts a name server on loopback. Names that are not in the zone do not exist. */
export async function serveZone(zone: Zone): Promise<string> {
  return serveRecords((name) => ({ ...ROOT_ZONE, ...zone })[name])
}

/** Starts a name server on loopback whose records are looked up for each query. */
export async function serveRecords(findRecords: (name: string) => Zone[string] | undefined): Promise<string> {
  const server = createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions as unknown as { name: string; type: number }[]
      const name = question?.name.toLowerCase() ?? ''
      const found = findRecords(name)
      if (!found) response.header.rcode = 3
      else if (found.fails) response.header.rcode = 2
      const answer = (more: object) =>
        response.answers.push({ name, class: Packet.CLASS.IN, ttl: 60, ...more } as never)
      if (question?.type === Packet.TYPE.MX)
        for (const [at, exchange] of (found?.mx ?? []).entries())
          answer({ type: Packet.TYPE.MX, priority: 10 * (at + 1), exchange })
      if (question?.type === Packet.TYPE.NS) for (const ns of found?.ns ?? []) answer({ type: Packet.TYPE.NS, ns })
      if (question?.type === Packet.TYPE.A && found?.a) answer({ type: Packet.TYPE.A, address: found.a })
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  atEnd(() => server.close())
  return `127.0.0.1:${(udp as AddressInfo).port}`
}

/** The mail server's reply to RCPT, which starts with the code; undefined does not reply, null disconnects. */
export type RcptScript = (address: string, asked: number) => string | undefined | null

export interface MailServer {
  readonly port: number
  /** Every recipient that was checked, in order. */
  readonly asked: string[]
  /** Returns the number of connections so far. */
  readonly connections: () => number
  /** Returns the maximum of concurrent connections. */
  readonly mostAtOnce: () => number
}

export async function serveMail(script: RcptScript, options: SMTPServerOptions = {}): Promise<MailServer> {
  const asked: string[] = []
  let [connections, open, most] = [0, 0, 0]
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onConnect(_session, done) {
      connections++
      most = Math.max(most, ++open)
      done()
    },
    onClose: () => void open--,
    onRcptTo({ address }, session, done) {
      const answer = script(address, asked.filter((one) => one === address).length)
      asked.push(address)
      if (answer === undefined) return
      if (answer === null) return [...server.connections].find(({ id }) => id === session.id)?.close()
      const [, code, text = ''] = /^(\d{3}) (.*)$/.exec(answer) ?? []
      if (code === '250') return done()
      done(Object.assign(new Error(text), { responseCode: Number(code) }))
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { port, asked, connections: () => connections, mostAtOnce: () => most }
}

let db: Pool | undefined

/** Opens the mail sources' context on a database of the test file. */
export async function openTestMail(env: Record<string, string>): Promise<MailContext> {
  if (!db) {
    const opened = connect(await freshDatabase(), { max: 4 })
    atEnd(() => opened.end({ timeout: 1 }))
    db = opened
  }
  const probing = { PROBE_HELO: 'probe.example.com', PROBE_FROM: 'probe@example.com', PROBE_PACE_MS: '0' }
  return openMail({ db, directory: db, config: readConfig({ ...probing, ...env }) })
}
