import type { ClientConfig } from 'pg'
import { parse } from 'pg-connection-string'

/** The address of a database: one server, or several of which one is the primary. */
export interface Address {
  /** Settings that all servers share: user, password, database, TLS. */
  readonly config: ClientConfig
  readonly servers: readonly Server[]
}

export interface Server {
  /** A name, an IP address or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
}

/** Parses a URL, or the folder of a Unix socket for the embedded server: `/folder/of/socket?database`. */
export function parseAddress(address: string): Address {
  if (!address.startsWith('/')) return parseDatabaseUrl(address)
  const [host = '', database = 'quoin'] = address.split('?')
  return { config: { database, user: 'quoin' }, servers: [{ host, port: 5432 }] }
}

function parseDatabaseUrl(url: string): Address {
  const parsed = databaseUrls(url).map((one) => parse(one, { useLibpqCompat: true }))
  const { host: _host, port: _port, ...config } = parsed[0] ?? {}
  return {
    config: config as ClientConfig,
    servers: parsed.map(({ host, port }) => ({ host: host ?? 'localhost', port: Number(port || 5432) })),
  }
}

/** Splits `postgres://user:password@one:5432,two:5433/name` into a URL for each server. */
export function databaseUrls(url: string): string[] {
  const [, start = '', authority = '', rest = ''] = /^(\w+:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? []
  const at = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(at).split(',')
  return hosts.length > 1 ? hosts.map((host) => `${start}${authority.slice(0, at)}${host}${rest}`) : [url]
}
