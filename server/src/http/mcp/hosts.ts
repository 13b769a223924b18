import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/**
 * Protects against DNS rebinding: a page in a browser can point its own name at a server on the user's machine. So only our own
 * host names are served, and only pages at them. An IP address cannot be rebound: any is fine as the host, but not as the
 * origin.
 */
export function assertOwnHost({ config, publicUrl }: Context, { host, headers }: FastifyRequest): void {
  const own = [...LOCAL, parseHostname(publicUrl.get()), ...(config.MCP_HOSTS ?? [])]
  const asked = parseHostname(`http://${host}`)
  if (asked === undefined || !(own.includes(asked) || isIP(asked.replace(/^\[|\]$/g, '')))) throw foreign('Host', host)
  const { origin } = headers
  if (origin === undefined) return
  const page = parseHostname(origin)
  if (page === undefined || !(own.includes(page) || page === asked)) throw foreign('Origin', origin)
}

function parseHostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

function foreign(header: string, value: string): ApiError {
  return new ApiError(
    'cross_site_request',
    `/mcp does not accept the ${header} ${JSON.stringify(value.slice(0, 100))}. Use the URL of this server. The operator can allow other names in MCP_HOSTS.`,
  )
}
