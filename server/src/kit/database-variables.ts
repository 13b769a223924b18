import { databaseUrls } from './postgres/address.ts'
import { choice, integer, type Variable } from './variable-kinds.ts'

/** How a server reaches its database, and how it says that it lives: variables of `config.ts`. */
export const databaseVariables = {
  DATABASE_URL: databaseUrl(
    'A PostgreSQL server (15 or newer) to use instead of the embedded one. Several servers of which one is the primary are separated by commas: postgres://user:password@one:5432,two:5432/quoin.',
  ),
  DATABASE_SESSION_URL: databaseUrl(
    'The PostgreSQL server itself, when DATABASE_URL is a pooler by transaction such as PgBouncer: notifications, locks at the start and migrations go there.',
  ),
  DATABASE_READ_URL: databaseUrl(
    'A replica of that database for reads that may lag behind: searches of people, analytics, usage and logs. They go to DATABASE_URL while it is away.',
  ),
  DIRECTORY_DATABASE_URL: databaseUrl(
    'A PostgreSQL server (15 or newer) for people, companies and suppressions alone; in the same database as the rest when absent. See guides/people-directory.md.',
  ),
  DATABASE_PREPARED: choice(
    ['yes', 'no', 'auto'],
    'auto',
    'Whether statements are prepared by name, which saves planning; auto means no when DATABASE_SESSION_URL is set. Set yes for a pooler that knows them: PgBouncer 1.21 or newer with max_prepared_statements.',
  ),
  DATABASE_POOL: {
    ...integer(
      10,
      200,
      10,
      'Connections that each process opens to the database, in all; when absent 10, and 20 to the embedded one.',
    ),
    default: undefined as number | undefined,
  },
  NODE_LEASE_SECONDS: integer(
    1,
    300,
    10,
    'How long after it was last heard of a process counts as alive. Then others release the credits that its calls hold.',
  ),
  QUOIN_EMBEDDED_DATABASE: choice(
    ['yes', 'no'],
    'no',
    'In production without DATABASE_URL: yes to run on the embedded PostgreSQL.',
  ),
}

function databaseUrl(description: string): Variable<string | undefined> & { isSecret: true } {
  const accepts = 'a URL starting with postgres:// or postgresql://'
  const read = (given: string) => {
    if (!databaseUrls(given).every(isPostgresUrl)) throw new Error(`must be ${accepts}`)
    return given
  }
  return { read, accepts, default: undefined, description, isSecret: true }
}

function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)
}
