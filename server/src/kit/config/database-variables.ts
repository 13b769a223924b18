import { databaseUrls } from '../postgres/address.ts'
import { choice, integer, type Variable } from './variable-kinds.ts'

/** Variables of `config.ts` for the database connection and the lease of a process. */
export const databaseVariables = {
  DATABASE_URL: databaseUrl(
    'A PostgreSQL server (15 or newer) to use instead of the embedded one. Separate several servers, one of them the primary, with commas: postgres://user:password@one:5432,two:5432/quoin.',
  ),
  DATABASE_SESSION_URL: databaseUrl(
    'The PostgreSQL server itself, when DATABASE_URL is a transaction pooler such as PgBouncer. Notifications, startup locks and migrations use it.',
  ),
  DATABASE_READ_URL: databaseUrl(
    'A replica of that database for reads that may lag behind: people search, analytics, usage and logs. They use DATABASE_URL while the replica is unavailable.',
  ),
  DIRECTORY_DATABASE_URL: databaseUrl(
    'A PostgreSQL server (15 or newer) for people, companies and suppressions only. Without it they are stored in DATABASE_URL. See guides/people-directory.md.',
  ),
  DATABASE_PREPARED: choice(
    ['yes', 'no', 'auto'],
    'auto',
    'Use named prepared statements, which saves planning, and pipeline statements through a pooler; auto means no when DATABASE_SESSION_URL is set. Set yes for a pooler that supports them: PgBouncer 1.21 or newer with max_prepared_statements.',
  ),
  DATABASE_POOL: {
    ...integer(
      10,
      200,
      10,
      'Maximum connections that each process opens to the database. Defaults to 10, and to 20 for the embedded one.',
    ),
    default: undefined as number | undefined,
  },
  NODE_LEASE_SECONDS: integer(
    1,
    300,
    10,
    'Lease of a process: without a heartbeat for this long it counts as dead, and others release the credits held by its calls.',
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
