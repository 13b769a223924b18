import { type Config, ConfigError } from './config.ts'

/** The URL at which users reach the API, without a trailing slash. */
export interface PublicUrl {
  /** Throws while the URL depends on an unknown port: PORT is 0 and no server listens yet. */
  get(): string
  /** Called once the server listens. Ignored when QUOIN_PUBLIC_URL is set. */
  setPort(port: number): void
}

/** `serverUrl` is that of a running server, for commands: the server may have been started with other settings. */
export function createPublicUrl({ QUOIN_PUBLIC_URL, HOST, PORT }: Config, serverUrl?: string): PublicUrl {
  const urlAt = (port: number) => `http://${reachableHost(HOST)}:${port}`
  let url = QUOIN_PUBLIC_URL ?? serverUrl ?? (PORT === 0 ? undefined : urlAt(PORT))
  return {
    get() {
      if (url === undefined)
        throw new ConfigError(
          'The public URL is unknown because PORT is 0 and no server listens here. Set QUOIN_PUBLIC_URL.',
        )
      return url
    },
    setPort(port) {
      url = QUOIN_PUBLIC_URL ?? urlAt(port)
    },
  }
}

/** A server on all interfaces is reached at loopback from this machine; IPv6 needs brackets. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
