import { integer, names, url } from './variable-kinds.ts'

/** Variables of `config.ts` for what callers may use of a server. */
export const limitVariables = {
  RATE_LIMIT_PER_SECOND: integer(1, 1_000_000, 100, 'Requests per second that one API key may make.'),
  RATE_LIMIT_BURST: integer(1, 1_000_000, 200, 'Burst of requests that one API key may make after a pause.'),
  API_KEYS_PER_WORKSPACE: integer(
    1,
    1_000_000,
    1000,
    'API keys that one workspace may have. Revoked and expired keys do not count.',
  ),
  REQUEST_BODIES_BYTES: integer(
    33_554_432,
    17_179_869_184,
    134_217_728,
    'Bytes of request bodies that a process keeps in memory; requests beyond this get 503. Processing a large body takes several times its size.',
  ),
  REQUEST_BODIES_BYTES_PER_WORKSPACE: integer(
    33_554_432,
    17_179_869_184,
    67_108_864,
    'The same for the requests of one workspace; requests beyond this get 429.',
  ),
  RATE_LIMIT_WORKSPACE_PER_SECOND: integer(
    1,
    1_000_000,
    500,
    'Requests per second that all keys of one workspace may make together.',
  ),
  RATE_LIMIT_WORKSPACE_BURST: integer(
    1,
    1_000_000,
    1000,
    'Burst of requests that all keys of one workspace may make after a pause.',
  ),
  RATE_LIMIT_ADDRESS_PER_SECOND: integer(
    1,
    1_000_000,
    100,
    'Requests per second that one IP address may make to endpoints without a key, and as many with invalid keys. Behind a proxy, set TRUST_PROXY; otherwise all callers count as one address.',
  ),
  RATE_LIMIT_ADDRESS_BURST: integer(
    1,
    1_000_000,
    200,
    'Burst of such requests that one IP address may make after a pause.',
  ),
  REDIS_URL: {
    ...url(
      ['redis:', 'rediss:'],
      'A Redis (6.2 or newer) or Valkey through which several processes share rate limits, vendor rates and publishing slots, such as rediss://user:password@redis.example.com:6379/0. Without it, each process counts on its own.',
    ),
    isSecret: true as const,
  },
  REDIS_TIMEOUT_MS: integer(
    1,
    10_000,
    10,
    'Time a request waits for Redis. After that the process counts on its own until Redis responds again.',
  ),
  PUBLISH_SLOTS_PER_SERVER: integer(
    1,
    100,
    25,
    'Posts sent to one server of a platform at a time: by all processes together with REDIS_URL, otherwise by each.',
  ),
  MCP_CREDITS_PER_DAY: integer(
    0,
    1_000_000_000,
    500,
    'Credits that the tools of /mcp may spend with one API key per UTC day; 0 for none.',
  ),
  MCP_CONFIRM_CREDITS: integer(
    0,
    1_000_000_000,
    50,
    'A tool call at /mcp that can cost more credits than this needs a confirmation.',
  ),
  MCP_HOSTS: names(
    'Host names, besides localhost and that of QUOIN_PUBLIC_URL, at which clients may reach /mcp, such as those of a proxy or a container. Pages at these hosts may call it too.',
  ),
}
