import { closest, distance } from 'fastest-levenshtein'

type Env = Readonly<Record<string, string | undefined>>

const PREFIX = 'QUOIN_'

/** Address and key of a server, which our clients and the guides read. A shell may have them when it starts a server. */
export const CLIENT_VARIABLES = ['QUOIN_BASE_URL', 'QUOIN_API_KEY'] as const

/** Variables with our prefix that the configuration does not contain. The last one is for tests. */
const OTHER_VARIABLES: readonly string[] = [...CLIENT_VARIABLES, 'QUOIN_FAILPOINT']

/** Variables that Kubernetes sets for a service whose name starts with quoin. */
const SERVICE_LINK = /^QUOIN_(?:\w+_)?(?:SERVICE_HOST=|SERVICE_PORT\w*=|PORT=\w+:\/\/|PORT_\d+_\w+=)/

/** Lists misspelt variables, which would otherwise be ignored in favour of their defaults. */
export function listUnknownVariables(env: Env, known: readonly string[], secrets: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !OTHER_VARIABLES.includes(name))
    .filter((name) => !SERVICE_LINK.test(`${name}=${env[name]}`))
    .map((name) => {
      const near = findNearName(name, known)
      // Following a wrong hint could send a key to a vendor: such a name is left for the reader to look up.
      const isShown = near !== undefined && !secrets.includes(near)
      return `${name} does not exist. ${isShown ? `Did you mean ${near}?` : 'docs/configuration.md lists all variables.'}`
    })
}

/** Returns the name without our prefix if it exists, otherwise the nearest name, or undefined if none is near. */
function findNearName(name: string, known: readonly string[]): string | undefined {
  const bare = name.slice(PREFIX.length)
  if (known.includes(bare)) return bare
  const near = closest(name, known)
  return distance(name, near) <= Math.max(1, Math.floor(bare.length / 3)) ? near : undefined
}
