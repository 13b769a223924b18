import { AUDITED, type Command, option, readChange, readCount, readCredits, word } from './command.ts'

/** Descriptions of command groups, for the list of commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  workspaces: 'list, create, rename, close or reopen workspaces',
  users: 'list, invite or restore users',
  keys: 'list, create or revoke API keys, even if a workspace has none left',
  credits: 'grant, revoke, refund or adjust credits',
  orders: 'list, approve, cancel or refund orders',
  prices: 'publish a price book',
  import: 'import people into the directory, or remove those of a source',
  directory: 'move people and suppressions into a separate database',
  suppress: "leave an email, a domain or a person out of every workspace's results",
  inbound: 'process stored platform webhooks again',
  ledger: 'recompute every balance from the journal, or archive its oldest part',
  db: 'distribute the tables over a Citus cluster',
}

const workspace = word('<workspace>', 'id of the workspace, ws_...')
const email = word('<email>', 'email address of the user')
const order = word('<order>', 'id of the order')
const part = option('--credits <n>', 'only this many credits').argParser(readCredits)
const cursor = option('--cursor <cursor>', 'continue after the last page')

/** Every command of quoin-server, in the order of its help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'all',
    summary: 'run the API and the background work in one process (as npm start does)',
    onConfig: async () => (await import('./launch.ts')).launchAll,
  },
  {
    name: 'serve',
    summary: 'run the API only',
    onConfig: async () => (await import('./launch.ts')).launchApi,
  },
  {
    name: 'work',
    summary: 'run the background work only',
    onConfig: async () => (await import('./launch.ts')).launchWork,
  },
  {
    name: 'migrate',
    summary: 'bring the database schema up to date, then exit',
    onConfig: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'doctor',
    summary: 'check database, schema, master key, clock, disk and network, and explain how to fix problems',
    options: [
      option('--deep', 'also check a running server from outside, in a temporary workspace'),
      option('--url <url>', 'with --deep: URL at which users reach the server; its public URL by default'),
      option('--receiver <url>', 'with --deep: public https URL that leads to --listen, to try webhooks in production'),
      option('--listen <port>', 'with --receiver: port that this command listens on; 8099 by default').argParser(
        readCount,
      ),
    ],
    note: `--deep also rehearses a backup and its restore in a temporary folder. It calls no vendor and no platform, sends no mail,
and closes its workspace at the end, even after Ctrl-C. docs/guides/production.md has a sample report.`,
    onConfig: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  {
    name: 'docs',
    summary: 'write the documentation as files for any web server',
    words: [word('<folder>', 'folder that does not exist yet')],
    options: [option('--base-url <url>', 'URL of the API in the examples; default: QUOIN_PUBLIC_URL')],
    onConfig: async () => (await import('./docs.ts')).exportDocsCommand,
  },
  {
    name: 'backup',
    summary: 'back up the database to a new folder, while servers are running',
    words: [word('<folder>', 'folder that does not exist yet')],
    options: [
      option('--media', 'include the media files, not only their list'),
      option('--directory', 'back up the database of DIRECTORY_DATABASE_URL instead'),
    ],
    note: `A backup never contains the master key: keep it in a separate place. docs/guides/backups.md explains how to restore and
how long to keep backups.`,
    onConfig: async () => (await import('./backup/backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty database and leave background work paused',
    words: [word('<folder>', 'folder of the backup')],
    options: [
      option('--lost-key', 'the master key is lost: discard the secrets it encrypted'),
      option('--directory', 'restore into the database of DIRECTORY_DATABASE_URL instead'),
    ],
    note: `Restores everything or nothing. A backup of an earlier version is migrated to this one. No job runs and no post or
webhook is sent until \`quoin-server resume\`.`,
    onConfig: async () => (await import('./backup/restore.ts')).restore,
  },
  {
    name: 'pause',
    summary: 'pause background work on a database that was restored by other means',
    options: [option('--restored-to <time>', 'time that the database was restored to, such as 2026-12-31T00:00:00Z')],
    note: 'Run it before a server starts on a database that was restored by pg_restore or point-in-time recovery.',
    onContext: async () => (await import('./pause.ts')).pause,
  },
  {
    name: 'resume',
    summary: 'start background work after a restore',
    options: [option('--stopped-at <time>', 'time when the original server stopped; now by default')],
    note: `Run it when no server is running on the original database. Posts that were due between the backup and --stopped-at may
already be published: Quoin checks their platforms before it sends them.`,
    onContext: async () => (await import('./pause.ts')).resume,
  },
  {
    name: 'workspaces list',
    summary: 'list the newest 100 workspaces',
    options: [cursor],
    onContext: async () => (await import('./workspaces.ts')).listWorkspaces,
  },
  {
    name: 'workspaces create',
    summary: 'create a workspace with its free credits and invite its owner',
    words: [word('<name>', 'name of the workspace'), email],
    options: AUDITED,
    onContext: async () => (await import('./workspaces.ts')).createWorkspace,
  },
  {
    name: 'workspaces rename',
    summary: 'rename a workspace',
    words: [workspace, word('<name>', 'new name')],
    options: AUDITED,
    onContext: async () => (await import('./workspaces.ts')).renameWorkspace,
  },
  {
    name: 'workspaces close',
    summary: 'close a workspace: refuse its keys and members, and end its work',
    words: [workspace],
    options: AUDITED,
    onContext: async () => (await import('./workspaces.ts')).closeWorkspace,
  },
  {
    name: 'workspaces reopen',
    summary: 'reopen a workspace that was closed within the last 30 days',
    words: [workspace],
    options: AUDITED,
    onContext: async () => (await import('./workspaces.ts')).reopenWorkspace,
  },
  {
    name: 'users list',
    summary: 'list the newest 100 users',
    options: [cursor],
    onContext: async () => (await import('./users.ts')).listUsers,
  },
  {
    name: 'users invite',
    summary: 'invite someone to a workspace',
    words: [workspace, email],
    options: [option('--role <role>', 'owner (the default), member or viewer'), ...AUDITED],
    onContext: async () => (await import('./users.ts')).inviteUser,
  },
  {
    name: 'users restore-owner',
    summary: 'make a former owner of a workspace an owner again',
    words: [workspace, email],
    options: AUDITED,
    onContext: async () => (await import('./users.ts')).restoreOwner,
  },
  {
    name: 'users reset-link',
    summary: 'create a password reset link for a user',
    words: [email],
    options: AUDITED,
    onContext: async () => (await import('./users.ts')).resetLink,
  },
  {
    name: 'users operator',
    summary: "grant or remove a user's operator role",
    words: [email, word('<yes|no>', 'yes or no')],
    options: AUDITED,
    onContext: async () => (await import('./users.ts')).operator,
  },
  {
    name: 'users set-up-link',
    summary: 'create a link for the first user, if there is none yet',
    onContext: async () => (await import('./users.ts')).setUpLink,
  },
  {
    name: 'keys list',
    summary: 'list the newest 100 keys of all workspaces, or of one',
    words: [word('[workspace]', 'id of the workspace, ws_...')],
    options: [cursor],
    onContext: async () => (await import('./keys.ts')).listKeys,
  },
  {
    name: 'keys create',
    summary: 'create a key and show it; it is never shown again',
    words: [workspace],
    options: [
      option('--name <name>', 'display name'),
      option('--mode <mode>', 'live (the default) or test'),
      option('--permission <permission>', 'read_write (the default) or read'),
      option('--profiles <ids>', 'profiles that the key can access, separated by commas; all by default'),
      option('--budget <credits>', 'credits that the key may spend per month'),
      option('--expires <time>', 'expiry time, such as 2026-12-31T00:00:00Z'),
      ...AUDITED,
    ],
    onContext: async () => (await import('./keys.ts')).createKey,
  },
  {
    name: 'keys revoke',
    summary: 'revoke a key, effective immediately on running servers',
    words: [workspace, word('<key>', 'id of the key, key_...')],
    options: AUDITED,
    onContext: async () => (await import('./keys.ts')).revokeKey,
  },
  {
    name: 'credits grant',
    summary: 'grant credits to a workspace',
    words: [workspace, word('<credits>', 'number of credits').argParser(readCredits)],
    options: [option('--key <key>', 'idempotency key of the grant: the same key grants only once'), ...AUDITED],
    onContext: async () => (await import('./credits.ts')).grant,
  },
  {
    name: 'credits revoke',
    summary: 'revoke the rest of a grant, or a part of it',
    words: [workspace, word('<grant>', 'id of the grant')],
    options: [part, ...AUDITED],
    onContext: async () => (await import('./credits.ts')).revoke,
  },
  {
    name: 'credits refund',
    summary: 'refund the cost of a call, or a part of it',
    words: [workspace, word('<hold>', "id of the hold, from the call's receipt")],
    options: [part, ...AUDITED],
    onContext: async () => (await import('./credits.ts')).refund,
  },
  {
    name: 'credits adjust',
    summary: 'correct a balance, up or down',
    words: [workspace, word('<change>', 'change in credits, such as +5 or -5').argParser(readChange)],
    options: AUDITED,
    onContext: async () => (await import('./credits.ts')).adjust,
  },
  {
    name: 'orders list',
    summary: 'list the newest 100 orders',
    options: [option('--status <status>', 'pending (the default), any, or another order status')],
    onContext: async () => (await import('./orders.ts')).listOrders,
  },
  {
    name: 'orders approve',
    summary: 'mark an order as paid and grant its credits',
    words: [order],
    options: AUDITED,
    onContext: async () => (await import('./orders.ts')).approve,
  },
  {
    name: 'orders cancel',
    summary: 'cancel a pending order, so that it cannot be paid',
    words: [order],
    options: AUDITED,
    onContext: async () => (await import('./orders.ts')).cancel,
  },
  {
    name: 'orders refund',
    summary: 'refund the payment and revoke the remaining credits',
    words: [order],
    options: AUDITED,
    onContext: async () => (await import('./orders.ts')).refund,
  },
  {
    name: 'prices publish',
    summary: 'publish a price book',
    words: [word('<file>', 'price book as JSON')],
    options: AUDITED,
    note: `A published book never changes: publish changes under a new name. Running calls keep the prices they started with; new
calls use the new book.`,
    onContext: async () => (await import('./prices.ts')).publish,
  },
  {
    name: 'import people',
    summary: 'import people from a file, or invented people',
    words: [word('[file]', 'CSV with a header line, or one JSON object per line')],
    options: [
      option('--source <name>', "name of the source in results; the file's name by default"),
      option('--encoding <name>', 'encoding of a file that is not UTF-8, such as windows-1252'),
      option('--report <file>', 'file for rejected rows; FILE.rejected.csv by default'),
      option('--synthetic <n>', 'import N invented people instead of a file').argParser(readCount),
      option('--seed <n>', 'seed of the invented people').argParser(readCount).default('0'),
    ],
    note: `docs/guides/people-directory.md lists the columns. Run an interrupted import again to continue it.`,
    onContext: async () => (await import('./import/import.ts')).importFrom,
  },
  {
    name: 'import forget',
    summary: 'remove the people that only this source names, such as synthetic',
    words: [word('<source>', 'name of the source')],
    options: AUDITED,
    onContext: async () => (await import('./import/import.ts')).forget,
  },
  {
    name: 'directory move',
    summary: 'move people, companies and suppressions into the database of DIRECTORY_DATABASE_URL',
    note: `Stop every server first. Moves everything or nothing: run it again if it was interrupted. Then start the servers with
DIRECTORY_DATABASE_URL.`,
    onConfig: async () => (await import('./directory.ts')).move,
  },
  {
    name: 'suppress add',
    summary: 'suppress an email, email_sha256, domain or person for every workspace',
    words: [word('<kind>', 'email, email_sha256, domain or person'), word('<value>', 'value to suppress')],
    options: AUDITED,
    note: `Suppressed people are removed from the directory, and no import adds them again. Only the hash of an email is kept.`,
    onContext: async () => (await import('./suppress.ts')).add,
  },
  {
    name: 'suppress list',
    summary: 'list the suppressions that apply to every workspace, newest first',
    options: [cursor],
    onContext: async () => (await import('./suppress.ts')).list,
  },
  {
    name: 'suppress remove',
    summary: 'remove a suppression; the next import may add the person again',
    words: [word('<id>', 'id of the suppression, sup_...')],
    options: AUDITED,
    onContext: async () => (await import('./suppress.ts')).remove,
  },
  {
    name: 'inbound replay',
    summary: 'process platform webhooks received since a given time again',
    options: [
      option('--since <time>', 'start time, such as 2026-12-31T00:00:00Z; 24 hours ago by default'),
      option('--platform <platform>', 'only webhooks of this platform'),
    ],
    note: `Webhooks are kept for 7 days. Items that are already stored are not stored again: this recovers items that were lost, for
example because an account was connected later.`,
    onContext: async () => (await import('./inbound.ts')).replay,
  },
  {
    name: 'ledger verify',
    summary: 'recompute every balance from the journal and report discrepancies',
    options: [
      option('--workspace <id>', 'only this workspace'),
      option('--archive', 'also read every archived object, and recompute from the first entry'),
      option('--public-key <key>', 'further trusted key of checkpoints, besides those of QUOIN_MASTER_KEY'),
    ],
    onConfig: async () => (await import('./ledger.ts')).verify,
  },
  {
    name: 'ledger archive',
    summary: 'move old entries and charges into the media store, with a signed checkpoint',
    options: [
      option('--before <day>', 'first day to keep in the database, such as 2026-01-01 (required)'),
      option('--workspace <id>', 'only this workspace'),
    ],
    note: `Can run beside servers, and again after an interruption. LEDGER_KEEP_MONTHS does this every night. Balances stay exact;
receipts and usage of that time are then only in the objects. Keep the objects: ledger verify --archive reads them.`,
    onContext: async () => (await import('./ledger.ts')).archive,
  },
  {
    name: 'db distribute',
    summary: 'distribute tables and functions over the Citus workers; run it again after an upgrade',
    options: [option('--shards <n>', 'number of shards per table; 32 by default').argParser(readCount)],
    note: `DATABASE_URL must name a coordinator that knows its workers. Stop the servers first: each table is locked while it is
copied. Distributed tables are skipped, so an interrupted run continues. docs/guides/scaling.md explains when Citus helps.`,
    onConfig: async () => (await import('./db.ts')).distributeTables,
  },
]
