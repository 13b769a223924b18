import { resolve } from 'node:path'
import { combinationProblems } from './config-combinations.ts'
import { databaseVariables } from './database-variables.ts'
import { limitVariables } from './limit-variables.ts'
import { readSecretFiles } from './secret-files.ts'
import { TRACING } from './tracing-variables.ts'
import { listUnknownVariables } from './unknown-variables.ts'
import {
  addresses,
  choice,
  integer,
  mailbox,
  names,
  origins,
  pageOrigins,
  pattern,
  platformApp,
  proxies,
  text,
  token,
  url,
  type Variable,
  vendor,
} from './variable-kinds.ts'

const HOST_NAME = '(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?\\.)+[a-zA-Z][a-zA-Z0-9-]*'

const issuerUrl = url(
  ['http:', 'https:'],
  'The issuer URL for single sign-on with OpenID Connect, exactly as its discovery document states it. It must have a public address; one on loopback needs OUTBOUND_ALLOW_LOOPBACK.',
)

/** Every variable the server reads. `docs/configuration.md` is written from this table. */
export const VARIABLES = {
  QUOIN_ENV: choice(
    ['development', 'production'],
    'development',
    'Development allows plain HTTP and loopback receivers; production refuses them.',
  ),
  PORT: integer(0, 65_535, 8080, 'The port of the API; 0 picks a free one.'),
  HOST: text('127.0.0.1', 'The address to listen on; 0.0.0.0 for every interface.'),
  QUOIN_PUBLIC_URL: url(['http:', 'https:'], 'The URL at which users reach the API; defaults to http://HOST:PORT.'),
  CORS_ORIGINS: pageOrigins(
    'Origins whose pages may call the API from a browser, with keys of scope profiles. None when absent. See guides/browsers.md.',
  ),
  QUOIN_DATA: text('./data', 'The folder for the embedded database, the master key and first-run.json.'),
  ...databaseVariables,
  QUOIN_MASTER_KEY: {
    ...text(
      undefined,
      'Keys that encrypt stored secrets: 32 bytes each in base64, separated by commas, the current one first. A key may be preceded by a name and a colon. Created in QUOIN_DATA in development.',
    ),
    isSecret: true,
  },
  PORTAL_BUILD: choice(
    ['auto', 'no'],
    'auto',
    'Whether the server builds the portal in the background when its sources are newer than the last build.',
  ),
  LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent'], 'info', 'The lowest severity that is logged.'),
  ...limitVariables,
  TRUST_PROXY: proxies(
    'The reverse proxies in front of this server, whose X-Forwarded-For header names the caller. When absent, the header is ignored.',
  ),
  CONNECTIONS_MAX: integer(
    1,
    1_000_000,
    10_000,
    'Maximum number of open connections; further ones are closed at once.',
  ),
  SLOW_CLIENT_SECONDS: integer(
    1,
    300,
    20,
    'Time that a client has to send its headers, and that it may send or read nothing; a request or response body may take one second more for every 16 KiB.',
  ),
  UNREAD_BYTES_MAX: integer(
    1_048_576,
    1_099_511_627_776,
    268_435_456,
    'Maximum bytes of responses that wait for clients to read them; beyond that the slowest clients are disconnected.',
  ),
  EVENT_STREAMS_MAX: integer(1, 100_000, 200, 'Maximum number of open event streams in one process.'),
  TEST_QUOTA_PER_DAY: integer(1, 1_000_000_000, 1000, 'Calls with test keys that one workspace may make per UTC day.'),
  CALL_SECONDS: integer(
    1,
    3600,
    60,
    'Maximum duration of a metered call; its credits are held for at most twice that.',
  ),
  OUTBOUND_ALLOW_LOOPBACK: choice(
    ['yes', 'no', 'auto'],
    'auto',
    'Whether webhooks and media URLs may point to this machine; auto means yes in development, no in production.',
  ),
  QUOIN_DOCTOR_URL: text('https://example.com/', 'The URL that `quoin-server doctor` requests to check the network.'),
  QUOIN_OPERATOR_TOKEN: {
    ...token(
      'The token for /v1/operator, sent as `Authorization: Bearer`; without it those endpoints refuse every call.',
    ),
    isSecret: true,
  },
  SIGN_UP: choice(
    ['open', 'invited', 'auto'],
    'auto',
    'Whether anyone may sign up and open workspaces, or only invited people; auto means open in development, invited in production.',
  ),
  WORKSPACES_PER_USER: integer(
    0,
    1_000_000,
    10,
    'Workspaces that one user may open where SIGN_UP is open, including closed ones; operators have no limit.',
  ),
  INVITATIONS_PER_WORKSPACE_PER_DAY: integer(
    1,
    1_000_000,
    100,
    'Invitations that the members of one workspace may send by mail in 24 hours. Operators have no limit.',
  ),
  INVITATIONS_PER_USER_PER_DAY: integer(
    1,
    1_000_000,
    50,
    'Invitations that one user may send by mail in 24 hours, across all workspaces.',
  ),
  INVITATIONS_PER_RECIPIENT_PER_DAY: integer(
    1,
    1_000_000,
    10,
    'Invitations that members may send by mail to one address in 24 hours, across all workspaces.',
  ),
  INVITATIONS_PER_DAY: integer(
    1,
    100_000_000,
    2000,
    'Invitations that all members on this server may send by mail in 24 hours.',
  ),
  SMTP_URL: {
    ...url(
      ['smtp:', 'smtps:'],
      'The mail server for links and invitations, with its user and password, such as smtps://user:password@smtp.example.com; without it, links are shown to the person who creates them.',
    ),
    isSecret: true,
  },
  MAIL_FROM: mailbox('The sender of those messages, such as `Quoin <quoin@example.com>`.'),
  OIDC_ISSUER: {
    ...issuerUrl,
    // An issuer is compared character by character, including a trailing slash.
    read: (given: string) => issuerUrl.read(given) && given,
  },
  OIDC_CLIENT_ID: text(undefined, 'The client id that the single sign-on provider issued to this server.'),
  OIDC_CLIENT_SECRET: { ...text(undefined, 'The client secret for OIDC_CLIENT_ID.'), isSecret: true },
  OIDC_NAME: text('single sign-on', 'The provider\'s name on the sign-in page: "Continue with ...".'),
  PAYMENT_PROVIDER: choice(
    ['manual', 'stripe', 'sandbox'],
    'manual',
    'Payment provider: manual (an operator approves each order), stripe, or sandbox (every order counts as paid; never in production).',
  ),
  PAYMENT_INSTRUCTIONS: text(
    'Your order is waiting for the operator of this service, who will tell you how to pay and then add the credits.',
    'The payment instructions that a buyer gets with a manual order.',
  ),
  STRIPE_SECRET_KEY: { ...text(undefined, 'The secret key of the Stripe account, sk_... or rk_...'), isSecret: true },
  STRIPE_WEBHOOK_SECRET: {
    ...text(undefined, 'The signing secret, whsec_..., of the Stripe webhook endpoint `/v1/callbacks/stripe`.'),
    isSecret: true,
  },
  STRIPE_API_BASE: url(['http:', 'https:'], 'The base URL of the Stripe API, if it is not the usual one; for tests.'),
  CHECKOUT_RETURN_URL: url(
    ['http:', 'https:'],
    'Where Stripe sends a buyer back to, with `?order=` added; defaults to the orders page of the portal.',
  ),
  SOURCES_SEARCH_PEOPLE: names(
    'The sources that search for people, in this order; all configured ones when absent, the built-in directory first.',
  ),
  SOURCES_ENRICH_PERSON: names('The sources that enrich a person, in this order; all configured ones when absent.'),
  SOURCES_FIND_EMAIL: names('The sources that find an email, in this order; all configured ones when absent.'),
  SOURCES_VERIFY_EMAIL: names('The sources that verify an email, in this order; all configured ones when absent.'),
  SOURCES_DAILY_BUDGET: names(
    'Maximum daily spend on sources, in US dollars per UTC day: `hunter:25,*:10`, where * stands for each of the others.',
  ),
  WORKFLOW_PARALLEL: integer(1, 100, 5, 'Number of rows of one workflow call that are processed at a time.'),
  PROBE: choice(
    ['off', 'on'],
    'off',
    'Whether to ask mail servers if a mailbox exists, without sending mail; read docs/guides/email.md first.',
  ),
  PROBE_HELO: pattern(
    new RegExp(`^${HOST_NAME}$`),
    'a full host name',
    'The host name that this machine gives to mail servers. Its IP address must resolve to this name, and the name to that address.',
  ),
  PROBE_FROM: pattern(
    new RegExp(`^[A-Za-z0-9._+-]{1,64}@${HOST_NAME}$`),
    'an email address',
    'The sender address given to mail servers; its mailbox must exist and be read.',
  ),
  PROBE_PORT: integer(1, 65_535, 25, 'The port to connect to on mail servers.'),
  PROBE_PACE_MS: integer(0, 600_000, 1000, 'Minimum time between two connections to one mail server, in each process.'),
  PROBE_DOMAIN_DAILY: integer(
    1,
    1_000_000,
    100,
    'Maximum number of addresses of one domain to ask about per UTC day, across all processes.',
  ),
  DNS_SERVERS: addresses(
    'The name servers for webhooks, media, platforms and mail domains; defaults to those of the machine.',
  ),
  JOB_RESULTS_DAYS: integer(1, 3650, 30, 'Days that a data job and its results are kept after it ends.'),
  REQUEST_LOG_DAYS: integer(
    0,
    3650,
    30,
    'Days that requests are kept for `GET /v1/requests`; 0 stores none. Receipts of charged calls are kept longer.',
  ),
  REQUEST_LOG_PER_DAY: integer(
    1,
    1_000_000_000,
    100_000,
    'Successful requests of one workspace that each process stores per UTC day, and as many failed ones. Further requests are served, but listed only if they were charged, with what the charge says about them.',
  ),
  REQUEST_LOG_PER_SECOND: integer(
    1,
    1_000_000,
    100,
    'The same per second, which keeps the cost of a flood of calls low.',
  ),
  PURCHASES_DAYS: integer(
    1,
    3650,
    365,
    'Days that what a workspace bought is kept, with the results of data jobs that bought something.',
  ),
  SANDBOX: choice(
    ['yes', 'no', 'auto'],
    'auto',
    'Whether the platform `sandbox` and its endpoints are available; auto means yes in development, no in production.',
  ),
  SANDBOX_WEBHOOK_SECRET: {
    ...text(
      undefined,
      'The secret that signs incoming webhooks of the platform `sandbox`; without it, none is accepted.',
    ),
    isSecret: true,
  },
  LEDGER_KEEP_MONTHS: integer(
    3,
    1200,
    undefined,
    'Whole months before the current one that the journal and its charges stay in the database. Older ones are archived every night, to MEDIA_S3_BUCKET or the folder media. Kept forever when absent. See `quoin-server ledger archive`.',
  ),
  CREDITS_LOW: integer(
    0,
    1_000_000_000,
    20,
    'The event `credits.low` is sent when a workspace has fewer credits left than this; 0 turns it off.',
  ),
  MEDIA_BYTES_MAX: integer(1024, 5_368_709_120, 536_870_912, 'The largest accepted media file, in bytes.'),
  MEDIA_BYTES_PER_WORKSPACE: integer(
    0,
    1_125_899_906_842_624,
    5_368_709_120,
    'Total bytes of media that one workspace may store; see `GET /v1/media/usage`.',
  ),
  DISK_RESERVE_BYTES: integer(
    0,
    1_125_899_906_842_624,
    536_870_912,
    'Bytes of disk space that media files leave free for the database; further files are refused with 507. Media in a bucket are not affected.',
  ),
  MEDIA_FETCH_SECONDS: integer(1, 86_400, 600, 'Maximum duration of one media download.'),
  MEDIA_SLOW_SECONDS: integer(
    1,
    3600,
    30,
    'A media download fails when its average speed over this time is below MEDIA_SLOW_BYTES_PER_SECOND.',
  ),
  MEDIA_SLOW_BYTES_PER_SECOND: integer(0, 1_000_000_000, 16_384, 'The lowest average speed of a media download.'),
  MEDIA_URL_SECONDS: integer(60, 604_800, 86_400, 'Lifetime of the `public_url` of a media asset.'),
  MEDIA_KEPT_DAYS: integer(1, 36_500, 90, 'Days after which media that no post uses is deleted.'),
  MEDIA_S3_BUCKET: text(
    undefined,
    'Stores media in this bucket of an S3-compatible store; defaults to the folder media of QUOIN_DATA.',
  ),
  MEDIA_S3_ENDPOINT: url(['http:', 'https:'], 'The URL of the S3-compatible store, if it is not AWS.'),
  MEDIA_S3_REGION: text('us-east-1', 'The region of the bucket.'),
  MEDIA_S3_ACCESS_KEY_ID: text(undefined, 'The access key of the store; defaults to the credentials of the AWS SDK.'),
  MEDIA_S3_SECRET_ACCESS_KEY: { ...text(undefined, 'The secret key for MEDIA_S3_ACCESS_KEY_ID.'), isSecret: true },
  BLUESKY_URL: url(['http:', 'https:'], 'The Bluesky server that resolves handles; https://bsky.social when absent.'),
  BLUESKY_PLC_URL: url(['http:', 'https:'], 'The directory of Bluesky identities; https://plc.directory when absent.'),
  BLUESKY_VIDEO_URL: url(['http:', 'https:'], "Bluesky's video service; https://video.bsky.app when absent."),
  ...platformApp('META', 'Meta', 'app id and app secret, for WhatsApp, Facebook and Instagram with Facebook Login'),
  ...platformApp('INSTAGRAM', 'Instagram', 'Instagram app id and secret, for Instagram Login'),
  ...platformApp('THREADS', 'Threads', 'Threads app id and secret'),
  ...platformApp('GOOGLE', 'Google', 'OAuth client, for Google Business Profile and YouTube'),
  ...platformApp('LINKEDIN', 'LinkedIn'),
  ...platformApp('X', 'X', 'OAuth 2.0 client id and secret'),
  ...platformApp('TIKTOK', 'TikTok', 'client key and client secret'),
  ...platformApp('PINTEREST', 'Pinterest', 'app id and app secret'),
  ...platformApp('REDDIT', 'Reddit'),
  REDDIT_USERNAME: text(undefined, 'Your own Reddit username, which Reddit requires in every request of the app.'),
  PLATFORM_ORIGINS: origins(
    "Sends requests for a platform's address to another URL: a gateway, your own Telegram Bot API server, or a test server.",
  ),
  MASTODON_APP_NAME: text('Quoin', 'The app name that people see when they grant access on Mastodon.'),
  DRAIN_NOTICE_SECONDS: integer(
    0,
    600,
    0,
    'Time during which /readyz returns 503 before the port closes, so that a load balancer stops sending requests first.',
  ),
  DRAIN_SECONDS: integer(0, 600, 20, 'Time that running requests have to finish after SIGTERM.'),
  ...vendor('HUNTER', 'Hunter'),
  ...vendor('FINDYMAIL', 'Findymail'),
  ...vendor('PROSPEO', 'Prospeo'),
  ...vendor('APOLLO', 'Apollo'),
  ...vendor('ICYPEAS', 'Icypeas'),
  ...vendor('DROPCONTACT', 'Dropcontact'),
  ...vendor('FULLENRICH', 'FullEnrich'),
  ...vendor('PEOPLE_DATA_LABS', 'People Data Labs'),
  ...vendor('ZEROBOUNCE', 'ZeroBounce'),
  ...vendor('NEVERBOUNCE', 'NeverBounce'),
  ...vendor('AI_ARK', 'AI Ark'),
  ...TRACING,
} satisfies Record<string, Variable<unknown> & { isSecret?: boolean }>

type VariableValues = {
  [K in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[K]['read']> | (typeof VARIABLES)[K]['default']
}

export interface Config extends VariableValues {
  readonly isProduction: boolean
  readonly dataDir: string
  readonly allowLoopback: boolean
  readonly hasSandbox: boolean
  readonly isSignUpOpen: boolean
}

/** Lists every invalid variable, one per line, so that all can be corrected at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const SECRETS = Object.entries(VARIABLES).flatMap(([name, variable]) => ('isSecret' in variable ? [name] : []))

export function readConfig(given: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const env = readSecretFiles(given, SECRETS, problems)
  const values: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const value = env[name]
    try {
      values[name] = value === undefined || value === '' ? variable.default : variable.read(value)
    } catch (error) {
      const shown = 'isSecret' in variable ? '' : ` (it is ${JSON.stringify(value)})`
      problems.push(`${name} ${(error as Error).message}${shown}.`)
    }
  }
  problems.push(...listUnknownVariables(env, Object.keys(VARIABLES), SECRETS))
  const read = values as unknown as VariableValues
  const isProduction = read.QUOIN_ENV === 'production'
  if (isProduction && !read.DATABASE_URL && read.QUOIN_EMBEDDED_DATABASE !== 'yes')
    problems.push(
      'DATABASE_URL must be set in production, or QUOIN_EMBEDDED_DATABASE=yes to use the embedded database.',
    )
  if (isProduction && !read.QUOIN_MASTER_KEY)
    problems.push('QUOIN_MASTER_KEY must be set in production: create one with `openssl rand -base64 32`.')
  problems.push(...combinationProblems(read, isProduction))
  if (problems.length > 0) throw new ConfigError(`Correct these environment variables:\n- ${problems.join('\n- ')}`)
  return {
    ...read,
    isProduction,
    dataDir: resolve(read.QUOIN_DATA),
    allowLoopback: read.OUTBOUND_ALLOW_LOOPBACK === 'auto' ? !isProduction : read.OUTBOUND_ALLOW_LOOPBACK === 'yes',
    isSignUpOpen: read.SIGN_UP === 'auto' ? !isProduction : read.SIGN_UP === 'open',
    hasSandbox: read.SANDBOX === 'auto' ? !isProduction : read.SANDBOX === 'yes',
  }
}
