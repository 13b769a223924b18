import { integer, names, url } from './variable-kinds.ts'

/** What callers may use of a server: variables of `config.ts`. */
export const limitVariables = {
  RATE_LIMIT_PER_SECOND: integer(1, 1_000_000, 100, 'Requests a second that one API key may make.'),
  RATE_LIMIT_BURST: integer(
    1,
    1_000_000,
    200,
    'Requests that one API key may make at once when it made none for a while.',
  ),
  API_KEYS_PER_WORKSPACE: integer(
    1,
    1_000_000,
    1000,
    'API keys that one workspace may have; revoked and expired ones do not count.',
  ),
  REQUEST_BODIES_BYTES: integer(
    33_554_432,
    17_179_869_184,
    134_217_728,
    'Bytes of request bodies that a process keeps in memory; a request beyond that is answered 503. Processing a large body takes several times its size.',
  ),
  REQUEST_BODIES_BYTES_PER_WORKSPACE: integer(
    33_554_432,
    17_179_869_184,
    67_108_864,
    'The same for the requests of one workspace; a request beyond that is answered 429.',
  ),
  RATE_LIMIT_WORKSPACE_PER_SECOND: integer(
    1,
    1_000_000,
    500,
    'Requests a second that all keys of one workspace may make together.',
  ),
  RATE_LIMIT_WORKSPACE_BURST: integer(
    1,
    1_000_000,
    1000,
    'Requests that all keys of one workspace may make at once when they made none for a while.',
  ),
  RATE_LIMIT_ADDRESS_PER_SECOND: integer(
    1,
    1_000_000,
    100,
    'Requests a second that one IP address may make to endpoints without a key, and as many with wrong keys. Behind a proxy set TRUST_PROXY, or all callers count as one address.',
  ),
  RATE_LIMIT_ADDRESS_BURST: integer(
    1,
    1_000_000,
    200,
    'Such requests that one IP address may make at once when it made none for a while.',
  ),
  REDIS_URL: {
    ...url(
      ['redis:', 'rediss:'],
      'A Redis (6.2 or newer) or Valkey through which several processes share rate limits, vendor rates and publishing slots, such as rediss://user:password@redis.example.com:6379/0; without it each process counts for itself.',
    ),
    isSecret: true as const,
  },
  REDIS_TIMEOUT_MS: integer(
    1,
    10_000,
    10,
    'How long a request waits for Redis; after that the process counts for itself until Redis answers again.',
  ),
  PUBLISH_SLOTS_PER_SERVER: integer(
    1,
    100,
    25,
    'Posts that are sent to one server of a platform at a time: by all processes together with REDIS_URL, else by each.',
  ),
  MCP_CREDITS_PER_DAY: integer(
    0,
    1_000_000_000,
    500,
    'Credits that the tools of /mcp may spend with one API key in a UTC day; 0 for none.',
  ),
  MCP_CONFIRM_CREDITS: integer(
    0,
    1_000_000_000,
    50,
    'A call of a tool at /mcp that can cost more credits than this needs a confirmation first.',
  ),
  MCP_HOSTS: names(
    'Names, besides that of QUOIN_PUBLIC_URL and localhost, under which clients may reach /mcp: those of a proxy or of a container. Pages at these names may call it too.',
  ),
}
