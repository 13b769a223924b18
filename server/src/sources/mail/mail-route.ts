import type { Config } from '../../kit/config/config.ts'
import { isBlockedAddress } from '../../kit/net/address.ts'
import { createResolver, rereadPeriodically } from '../../kit/net/name-resolver.ts'

/** The DNS queries in use, a subset of Node's own resolver. */
export interface MailResolver {
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
  resolveNs(name: string): Promise<string[]>
}

/** Two resolvers must agree that a domain accepts no mail: the second asks the name servers in reverse order. */
export type MailResolvers = readonly [first: MailResolver, second: MailResolver]

export interface MailHost {
  readonly name: string
  /** Addresses that may be connected to: public ones, and loopback if allowed. */
  readonly addresses: readonly string[]
}

/** The mail servers of a domain. */
export type MailRoute =
  /** The servers in the order to try them, at least one. */
  | { readonly kind: 'hosts'; readonly hosts: readonly [MailHost, ...MailHost[]] }
  /** The domain definitely accepts no mail. */
  | { readonly kind: 'none'; readonly reason: 'domain_not_found' | 'null_mx' | 'no_mx'; readonly mx: string | null }
  /** DNS did not respond, its answers contradict each other, or the servers have private addresses. */
  | {
      readonly kind: 'unknown'
      readonly reason: 'dns_failed' | 'dns_unreliable' | 'private_mx'
      readonly mx: string | null
    }

export function createMailResolvers({ DNS_SERVERS }: Pick<Config, 'DNS_SERVERS'>): MailResolvers {
  return [
    createMailResolver(() => createResolver(DNS_SERVERS)),
    createMailResolver(() => {
      const resolver = createResolver(DNS_SERVERS)
      resolver.setServers(resolver.getServers().toReversed())
      return resolver
    }),
  ]
}

function createMailResolver(create: () => ReturnType<typeof createResolver>): MailResolver {
  const resolver = rereadPeriodically(create)
  return {
    resolveMx: (name) => resolver().resolveMx(name),
    resolve4: (name) => resolver().resolve4(name),
    resolve6: (name) => resolver().resolve6(name),
    resolveNs: (name) => resolver().resolveNs(name),
  }
}

/**
 * Reports that a domain accepts no mail only if two resolutions agree, and the second resolver knows the root of DNS: a
 * resolver that denies every name denies that too. A verdict of `invalid` is charged, so a broken name server must not cause
 * it.
 */
export async function findMailRoute(
  [first, second]: MailResolvers,
  domain: string,
  allowLoopback: boolean,
): Promise<MailRoute> {
  const route = await resolveRoute(first, domain, allowLoopback)
  if (route.kind !== 'none') return route
  const [again, root] = await Promise.all([
    resolveRoute(second, domain, allowLoopback),
    query(() => second.resolveNs(ROOT)),
  ])
  const isAgreed = again.kind === 'none' && again.reason === route.reason && Array.isArray(root)
  return isAgreed ? route : { kind: 'unknown', reason: 'dns_unreliable', mx: null }
}

const ROOT = '.'
const HOSTS_MAX = 4

async function resolveRoute(resolver: MailResolver, domain: string, allowLoopback: boolean): Promise<MailRoute> {
  const listed = await query(() => resolver.resolveMx(domain))
  if (listed === 'no_name') return { kind: 'none', reason: 'domain_not_found', mx: null }
  if (listed === 'failed') return { kind: 'unknown', reason: 'dns_failed', mx: null }
  // RFC 7505: a single record with the root as its host means that the domain accepts no mail.
  const real = listed === 'no_data' ? [] : listed.filter(({ exchange }) => exchange !== '' && exchange !== '.')
  if (listed !== 'no_data' && listed.length > 0 && real.length === 0)
    return { kind: 'none', reason: 'null_mx', mx: null }
  // RFC 5321: without MX records the domain's own address accepts the mail.
  const names =
    real.length > 0 ? real.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange) : [domain]
  const found = await Promise.all(names.slice(0, HOSTS_MAX).map((name) => findHost(resolver, name.toLowerCase())))
  const mx = real.length > 0 ? (found[0]?.name ?? null) : null
  const usable = found.flatMap(({ name, addresses }) => {
    const allowed = addresses.filter((address) => !isBlockedAddress(address, allowLoopback))
    return allowed.length > 0 ? [{ name, addresses: allowed }] : []
  })
  const [first, ...others] = usable
  if (first) return { kind: 'hosts', hosts: [first, ...others] }
  if (found.some(({ addresses }) => addresses.length > 0)) return { kind: 'unknown', reason: 'private_mx', mx }
  if (found.some(({ isCertain }) => !isCertain) || names.length > HOSTS_MAX)
    return { kind: 'unknown', reason: 'dns_failed', mx }
  return { kind: 'none', reason: 'no_mx', mx }
}

async function findHost(resolver: MailResolver, name: string) {
  const answers = await Promise.all([query(() => resolver.resolve4(name)), query(() => resolver.resolve6(name))])
  const addresses = answers.flatMap((answer) => (typeof answer === 'string' ? [] : answer))
  return { name, addresses, isCertain: !answers.includes('failed') }
}

/** Time limit for a whole query, even if several name servers do not respond. */
const QUERY_MS = 5000

/** Returns `no_name` and `no_data` only when DNS says so; everything else is `failed`. */
async function query<T>(send: () => Promise<T[]>): Promise<T[] | 'no_name' | 'no_data' | 'failed'> {
  const timeout = Promise.withResolvers<'failed'>()
  const timer = setTimeout(timeout.resolve, QUERY_MS, 'failed')
  try {
    return await Promise.race([send(), timeout.promise])
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ENOTFOUND' ? 'no_name' : code === 'ENODATA' ? 'no_data' : 'failed'
  } finally {
    clearTimeout(timer)
  }
}
