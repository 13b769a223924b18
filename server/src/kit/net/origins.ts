/** Addresses of platforms and the URLs that are called instead: gateways, private servers, and fakes in tests. */
export type Origins = ReadonlyMap<string, string>

/**
 * Returns the same path and query at the URL that replaces the origin, which may have its own path. The origin of a WebSocket
 * is that of its server.
 */
export function redirectOrigin(url: string, origins: Origins): string {
  if (origins.size === 0) return url
  const { origin, pathname, search } = new URL(url.replace(/^ws(?=s?:)/i, 'http'))
  const instead = origins.get(origin)
  return instead === undefined ? url : `${instead}${pathname}${search}`
}

/** Parses `https://api.example.com=http://127.0.0.1:9000/api`, several separated by commas. */
export function parseOrigins(text: string): Origins {
  return new Map(
    text.split(',').map((pair) => {
      const [from = '', to = ''] = pair.trim().split('=')
      if (!isOrigin(from) || !URL.canParse(to) || !/^https?:/.test(to))
        throw new Error('must be pairs of an origin and a URL, such as https://api.example.com=http://127.0.0.1:9000')
      return [new URL(from).origin, to.replace(/\/+$/, '')]
    }),
  )
}

function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text.replace(/\/$/, '')
  )
}
