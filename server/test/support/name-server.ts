import type { AddressInfo } from 'node:net'
import { createServer, Packet } from 'dns2'
import { atEnd } from './harness.ts'

/** Addresses of a name by family; a `silent` family gets no reply. A name that is absent does not exist. */
export type Zone = Record<string, { a?: Addresses; aaaa?: Addresses; ttl?: number }>
type Addresses = readonly string[] | 'silent'

/** Starts a name server on loopback that counts the queries of each name. Names under `.dead` never get a reply. */
export async function serveNames(zone: Zone) {
  const asked = new Map<string, number>()
  const server = createServer({
    udp: true,
    handle(request, send) {
      const [question] = request.questions as unknown as { name: string; type: number }[]
      const name = question?.name.toLowerCase() ?? ''
      asked.set(name, (asked.get(name) ?? 0) + 1)
      const found = zone[name]
      const response = Packet.createResponseFromRequest(request)
      if (!found) response.header.rcode = 3
      const isSix = question?.type === Packet.TYPE.AAAA
      const addresses = (isSix ? found?.aaaa : found?.a) ?? []
      if (name.endsWith('.dead') || addresses === 'silent') return
      const type = isSix ? Packet.TYPE.AAAA : Packet.TYPE.A
      for (const address of addresses)
        response.answers.push({ name, type, class: Packet.CLASS.IN, ttl: found?.ttl ?? 60, address } as never)
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  atEnd(() => server.close())
  return { server: `127.0.0.1:${(udp as AddressInfo).port}`, zone, asked }
}
