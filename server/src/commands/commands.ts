import { AUDITED, type Command, option, readChange, readCount, readCredits, word } from './command.ts'

/** What the commands of a group have in common, for the list of commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  workspaces: 'list, open, rename, close or reopen workspaces',
  users: 'list, invite or let users back in',
  keys: 'list, create or revoke API keys, also when a workspace has none left',
  credits: 'grant, revoke, refund or adjust credits',
  orders: 'list, approve, cancel or refund orders',
  prices: 'publish a price book',
  import: 'import people into the directory, or remove what a source brought',
  directory: 'move people and suppressions into a database of their own',
  suppress: "keep an email, a domain or a person out of every workspace's answers",
  inbound: 'process stored webhooks of platforms again',
  ledger: 'recompute every balance from the journal, or archive its oldest part',
  db: 'place the tables of a Citus cluster',
}

const workspace = word('<workspace>', 'the id of the workspace, ws_...')
const email = word('<email>', 'the email address of the user')
const order = word('<order>', 'the id of the order')
const part = option('--credits <n>', 'only this many').argParser(readCredits)
const cursor = option('--cursor <cursor>', 'continue where the last list ended')

/** Every command of quoin-server, in the order of its help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'all',
    summary: 'run the API and the background work in one process (what npm start runs)',
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
    summary: 'check database, schema, master key, clock, disk and network, and say what to do',
    onConfig: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'backup',
    summary: 'write a backup of the database to a new folder, while servers run',
    words: [word('<folder>', 'a folder that does not exist yet')],
    options: [
      option('--media', 'the media files too, and not only their list'),
      option('--directory', 'the database of DIRECTORY_DATABASE_URL instead'),
    ],
    note: `The master key is never in a backup: keep it in another place. docs/guides/backups.md tells how to restore, and how
long to keep backups.`,
    onConfig: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty database, and leave background work paused',
    words: [word('<folder>', 'the folder of the backup')],
    options: [
      option('--lost-key', 'the master key is lost: what it sealed cannot be read any more'),
      option('--directory', 'into the database of DIRECTORY_DATABASE_URL instead'),
    ],
    note: `Everything is restored, or nothing. A backup of an earlier version is migrated to this one. No job, post or webhook
is sent until \`quoin-server resume\`.`,
    onConfig: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'pause',
    summary: 'pause background work of a database that was restored by other means',
    options: [option('--restored-to <time>', 'the time that the database is from, such as 2026-12-31T00:00:00Z')],
    note: 'Run it before a server starts on a database that pg_restore or point-in-time recovery brought back.',
    onContext: async () => (await import('./pause.ts')).pause,
  },
  {
    name: 'resume',
    summary: 'start background work after a restore',
    options: [option('--stopped-at <time>', 'when the server that the backup is from stopped; now when absent')],
    note: `Run it when no server runs on the database that the backup was taken from. Posts that were due between the backup
and --stopped-at may be published already: their platforms are asked before they are sent.`,
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
    summary: 'open a workspace with its free credits and invite its owner',
    words: [word('<name>', 'its name'), email],
    options: AUDITED,
    onContext: async () => (await import('./workspaces.ts')).createWorkspace,
  },
  {
    name: 'workspaces rename',
    summary: 'give a workspace another name',
    words: [workspace, word('<name>', 'its new name')],
    options: AUDITED,
    onContext: async () => (await import('./workspaces.ts')).renameWorkspace,
  },
  {
    name: 'workspaces close',
    summary: 'close a workspace: keys and members are refused, what runs for it is ended',
    words: [workspace],
    options: AUDITED,
    onContext: async () => (await import('./workspaces.ts')).closeWorkspace,
  },
  {
    name: 'workspaces reopen',
    summary: 'reopen a workspace that closed within the last 30 days',
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
    summary: 'make a link with which a user sets a new password',
    words: [email],
    options: AUDITED,
    onContext: async () => (await import('./users.ts')).resetLink,
  },
  {
    name: 'users operator',
    summary: 'make a user an operator, or no longer one',
    words: [email, word('<yes|no>', 'yes or no')],
    options: AUDITED,
    onContext: async () => (await import('./users.ts')).operator,
  },
  {
    name: 'users set-up-link',
    summary: 'make a link for the first user, while there is none',
    onContext: async () => (await import('./users.ts')).setUpLink,
  },
  {
    name: 'keys list',
    summary: 'list the newest 100 keys of all workspaces, or of one',
    words: [word('[workspace]', 'the id of the workspace, ws_...')],
    options: [cursor],
    onContext: async () => (await import('./keys.ts')).listKeys,
  },
  {
    name: 'keys create',
    summary: 'create a key and show it; it is never shown again',
    words: [workspace],
    options: [
      option('--name <name>', 'a name for people'),
      option('--mode <mode>', 'live (the default) or test'),
      option('--permission <permission>', 'read_write (the default) or read'),
      option('--profiles <ids>', 'the profiles that it reaches, separated by commas; all when absent'),
      option('--budget <credits>', 'the credits that it may spend in a month'),
      option('--expires <time>', 'when it expires, such as 2026-12-31T00:00:00Z'),
      ...AUDITED,
    ],
    onContext: async () => (await import('./keys.ts')).createKey,
  },
  {
    name: 'keys revoke',
    summary: 'revoke a key, at once on running servers too',
    words: [workspace, word('<key>', 'the id of the key, key_...')],
    options: AUDITED,
    onContext: async () => (await import('./keys.ts')).revokeKey,
  },
  {
    name: 'credits grant',
    summary: 'grant credits to a workspace',
    words: [workspace, word('<credits>', 'how many').argParser(readCredits)],
    options: [option('--key <key>', 'a name of this grant: the same key grants only once'), ...AUDITED],
    onContext: async () => (await import('./credits.ts')).grant,
  },
  {
    name: 'credits revoke',
    summary: 'take back what is left of a grant, or a part of it',
    words: [workspace, word('<grant>', 'the id of the grant')],
    options: [part, ...AUDITED],
    onContext: async () => (await import('./credits.ts')).revoke,
  },
  {
    name: 'credits refund',
    summary: 'give back what a call cost, or a part of it',
    words: [workspace, word('<hold>', "the id of the hold, which the call's receipt names")],
    options: [part, ...AUDITED],
    onContext: async () => (await import('./credits.ts')).refund,
  },
  {
    name: 'credits adjust',
    summary: 'correct a balance, up or down',
    words: [workspace, word('<change>', '+5 or -5, for instance').argParser(readChange)],
    options: AUDITED,
    onContext: async () => (await import('./credits.ts')).adjust,
  },
  {
    name: 'orders list',
    summary: 'list the newest 100 orders',
    options: [option('--status <status>', 'pending (the default), any, or another status of orders')],
    onContext: async () => (await import('./orders.ts')).listOrders,
  },
  {
    name: 'orders approve',
    summary: 'the order was paid: grant its credits',
    words: [order],
    options: AUDITED,
    onContext: async () => (await import('./orders.ts')).approve,
  },
  {
    name: 'orders cancel',
    summary: 'close a pending order, so that it cannot be paid',
    words: [order],
    options: AUDITED,
    onContext: async () => (await import('./orders.ts')).cancel,
  },
  {
    name: 'orders refund',
    summary: 'refund the payment and revoke what is left of its credits',
    words: [order],
    options: AUDITED,
    onContext: async () => (await import('./orders.ts')).refund,
  },
  {
    name: 'prices publish',
    summary: 'publish a price book',
    words: [word('<file>', 'the price book as JSON')],
    options: AUDITED,
    note: `A published book never changes: publish a change under a new name. Calls that are running keep the prices they
started with; new calls use the new book.`,
    onContext: async () => (await import('./prices.ts')).publish,
  },
  {
    name: 'import people',
    summary: 'import people from a file, or invented ones',
    words: [word('[file]', 'CSV with a header line, or one JSON object per line')],
    options: [
      option('--source <name>', "the name of the data's origin in answers; the file's name by default"),
      option('--encoding <name>', 'when the file is not UTF-8, such as windows-1252'),
      option('--report <file>', 'the file for rejected rows; FILE.rejected.csv by default'),
      option('--synthetic <n>', 'import N invented people instead of a file').argParser(readCount),
      option('--seed <n>', 'other invented people for another seed').argParser(readCount).default('0'),
    ],
    note: `docs/guides/people-directory.md lists the columns. An import that was stopped continues where it was when it is
started again.`,
    onContext: async () => (await import('./import.ts')).importFrom,
  },
  {
    name: 'import forget',
    summary: 'remove the people that only this source names, such as synthetic',
    words: [word('<source>', 'the name of the source')],
    options: AUDITED,
    onContext: async () => (await import('./import.ts')).forget,
  },
  {
    name: 'directory move',
    summary: 'move people, companies and suppressions into the database of DIRECTORY_DATABASE_URL',
    note: `Stop every server first. Everything is moved, or nothing: run it again when it was stopped. Then start the servers
with DIRECTORY_DATABASE_URL.`,
    onConfig: async () => (await import('./directory.ts')).move,
  },
  {
    name: 'suppress add',
    summary: 'suppress an email, email_sha256, domain or person for every workspace',
    words: [word('<kind>', 'email, email_sha256, domain or person'), word('<value>', 'whom to leave out')],
    options: AUDITED,
    note: `Suppressed people are removed from the directory, and no import brings them back. Of an email only the hash is
kept.`,
    onContext: async () => (await import('./suppress.ts')).add,
  },
  {
    name: 'suppress list',
    summary: 'list the suppressions for every workspace, newest first',
    options: [cursor],
    onContext: async () => (await import('./suppress.ts')).list,
  },
  {
    name: 'suppress remove',
    summary: 'remove a suppression; the next import may bring the person back',
    words: [word('<id>', 'the id of the suppression, sup_...')],
    options: AUDITED,
    onContext: async () => (await import('./suppress.ts')).remove,
  },
  {
    name: 'inbound replay',
    summary: 'process the webhooks of platforms that were received since a time again',
    options: [
      option('--since <time>', 'from when on, such as 2026-12-31T00:00:00Z; the last 24 hours when absent'),
      option('--platform <platform>', 'only those of one platform'),
    ],
    note: `Webhooks are kept for 7 days. What is stored already is not stored again: this brings back what was lost, for
example because an account was connected later.`,
    onContext: async () => (await import('./inbound.ts')).replay,
  },
  {
    name: 'ledger verify',
    summary: 'recompute every balance from the journal and report discrepancies',
    options: [
      option('--workspace <id>', 'only this workspace'),
      option('--archive', 'read every archived object too, and recompute from the first entry'),
      option('--public-key <key>', 'a key that checkpoints may be signed with, beside those of QUOIN_MASTER_KEY'),
    ],
    onConfig: async () => (await import('./ledger.ts')).verify,
  },
  {
    name: 'ledger archive',
    summary: 'move old entries and charges into the store of media, with a signed checkpoint',
    options: [
      option('--before <day>', 'the first day that stays in the database, such as 2026-01-01 (required)'),
      option('--workspace <id>', 'only this workspace'),
    ],
    note: `May run beside servers, and again after it was stopped. LEDGER_KEEP_MONTHS does it every night. Balances stay exact;
receipts and usage of that time are then in the objects only. Keep the objects: ledger verify --archive reads them.`,
    onContext: async () => (await import('./ledger.ts')).archive,
  },
  {
    name: 'db distribute',
    summary: 'place tables and functions on the workers of Citus; run it again after an upgrade',
    options: [option('--shards <n>', 'into how many parts tables are split, 32 when absent').argParser(readCount)],
    note: `DATABASE_URL names a coordinator that knows its workers. Stop the servers first: tables are copied, and each one is
locked meanwhile. What has its place is left, so a run that was stopped continues. docs/guides/scaling.md tells when Citus helps.`,
    onConfig: async () => (await import('./db.ts')).distributeTables,
  },
]
