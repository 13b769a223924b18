import { findCircles } from './import-cycles.ts'
import { checkParameters } from './parameters.ts'

/** The rules of the source tree as pure functions over its files. Each returns the violations, with what to do about them. */
export interface SourceFile {
  /** Path from `server/src/`. */
  readonly path: string
  readonly text: string
}

/** Imports only go down. Rooms of one layer do not import each other. */
const LAYERS = [
  ['kit'],
  ['operations'],
  ['ledger', 'queue', 'webhooks', 'connectors', 'sources'],
  ['domains'],
  ['http', 'worker'],
  ['runtime.ts', 'serve.ts', 'first-run.ts', 'shared-media.ts'],
  ['commands'],
  [''],
]

/** A slice uses only slices before it, and only groups that its own group may use. */
export const SLICES = [
  'identity/audit',
  'identity/workspaces',
  'identity/branding',
  'identity/profiles',
  'identity/users',
  'identity/links',
  'identity/sessions',
  'identity/members',
  'identity/keys',
  'identity/portal-links',
  'identity/oauth',
  'identity/quarantine',
  'identity/sign-in',
  'identity/offboarding',
  'identity/idempotency',
  'billing/request-log',
  'billing/credits',
  'billing/payments',
  'billing/tool-calls',
  'billing/operator',
  'billing/onboarding',
  'social/sandbox-network',
  'social/accounts',
  'social/media',
  'social/posts',
  'social/feeds',
  'social/inbox',
  'social/templates',
  'social/inbox/comments',
  'social/inbox/conversations',
  'social/inbox/reviews',
  'social/analytics',
  'social/demo-data',
  'data/suppressions',
  'data/purchases',
  'data/lookups',
  'data/vendor-callbacks',
  'data/workflows',
  'data/data-jobs',
  'data/saved-searches',
  'webhooks',
  'closing',
  'home',
]

const MAY_USE: Record<string, readonly string[]> = {
  identity: [],
  billing: ['identity'],
  social: ['identity'],
  data: ['identity', 'billing'],
  webhooks: ['identity', 'billing', 'social', 'data'],
  closing: ['identity', 'billing', 'social', 'data', 'webhooks'],
  home: ['identity', 'billing', 'social', 'data', 'webhooks'],
}

/** Files that a slice offers to others in addition to its contract; `service.ts` where nothing is listed. */
const OFFERED: Record<string, readonly string[]> = {
  'billing/request-log': ['log.ts', 'service.ts'],
  'billing/credits': [
    'balance.ts',
    'errors.ts',
    'free-repeats.ts',
    'grants.ts',
    'price-book.ts',
    'published-books.ts',
    'receipts.ts',
    'refund-charge.ts',
    'revoke.ts',
    'standard-book.ts',
  ],
  'billing/operator': ['people.ts', 'with-actor.ts'],
  'billing/payments': ['orders/admin.ts', 'stop-payments.ts'],
  'identity/users': [
    'address-verification.ts',
    'challenge.ts',
    'identities.ts',
    'known-device.ts',
    'passkeys.ts',
    'password.ts',
    'recovery-codes.ts',
    'service.ts',
    'throttle.ts',
    'totp.ts',
  ],
  'identity/links': ['mail.ts', 'service.ts'],
  'identity/members': ['detach-members.ts', 'invitations.ts', 'rights.ts', 'service.ts'],
  'identity/keys': ['connect-app.ts', 'handover.ts', 'service.ts', 'suspend.ts'],
  'identity/sessions': ['cookie.ts', 'replace-password.ts', 'service.ts', 'signed-in-user.ts'],
  'identity/sign-in': ['set-up.ts'],
  'identity/idempotency': ['batched-responses.ts', 'fingerprint.ts', 'service.ts'],
  'social/sandbox-network': ['enabled.ts', 'network/http.ts', 'network/push.ts', 'people.ts', 'visitors.ts'],
  'social/accounts': [
    'accounts.ts',
    'apps/app.ts',
    'connecting/connect-with-credentials.ts',
    'picture.ts',
    'platform-calls.ts',
    'platforms.ts',
    'platform-errors.ts',
    'tokens/access.ts',
  ],
  'social/media': ['read.ts', 'readable-media.ts', 'ready-media.ts', 'public-url.ts', 'fail-unfetched.ts'],
  'social/posts': ['create.ts', 'edit.ts', 'read.ts', 'unpublish.ts'],
  'social/feeds': ['feed.ts', 'poll.ts', 'replay.ts'],
  'social/inbox': ['platform-call.ts', 'person.ts'],
  'social/templates': ['approved.ts'],
  'data/purchases': ['datum.ts', 'keep.ts', 'retention.ts', 'service.ts'],
  'data/lookups': [
    'consensus.ts',
    'local-limit.ts',
    'lookup-call.ts',
    'lookup.ts',
    'lookup-rows.ts',
    'search.ts',
    'suppression-checks.ts',
  ],
  'data/data-jobs': ['cancel.ts'],
  'data/workflows': ['check-items.ts', 'declared/all.ts', 'interpret.ts', 'job-row.ts', 'test-run.ts'],
  webhooks: ['endpoints.ts'],
}

/** Code that only the worker runs: no code that serves requests imports it. */
const WORKER_SIDE = [
  'billing/payments/orders/attempt.ts',
  'billing/payments/subscriptions/renew.ts',
  'social/accounts/tokens/revoke.ts',
  'social/media/fetching/',
  'social/media/cleanup.ts',
  'social/posts/publishing/',
  'social/feeds/pushes.ts',
  'social/inbox/conversations/send.ts',
  'social/inbox/conversations/reconcile.ts',
  'social/demo-data/fill.ts',
  'data/vendor-callbacks/check-ticket.ts',
  'data/data-jobs/working/',
]

/** Files of an engine that the SQL of a slice may use: the shape and the placement of the engine's rows. */
const ENGINE_ROWS = ['webhooks/rows.ts']
const LINES_MAX = 400
const PURE_PACKAGES = ['typebox', 'ulid', 'ajv', 'ajv-formats']
/** Uses parts of Node that read nothing from the outside. */
const PURE_FILES = ['kit/hash.ts', 'kit/declare/compile.ts']

export function checkArchitecture(files: readonly SourceFile[]): string[] {
  const source = files.filter(({ path }) => !path.endsWith('.test.ts'))
  const byPath = new Map(source.map((file) => [file.path, file]))
  return [
    ...files.flatMap(checkFile),
    ...source.flatMap(checkSource),
    ...source.filter(isContract).flatMap((contract) => checkPurity(contract, byPath)),
    ...checkCircles(source),
  ]
}

/** Reads a file once, however many trees contain it: every seeded violation is a separate tree. */
function once<T>(read: (file: SourceFile) => T): (file: SourceFile) => T {
  const known = new WeakMap<SourceFile, { readonly value: T }>()
  return (file) => {
    const found = known.get(file) ?? { value: read(file) }
    known.set(file, found)
    return found.value
  }
}

const checkSource = once((file): string[] => [
  ...checkPlace(file),
  ...listImports(file).flatMap((target) => checkImport(file, target)),
  ...checkSql(file),
  ...checkConnector(file),
])

const REEXPORT = /^export (?:\*|(?:type )?\{[^}]*\}) from/m
/** The driver's types belong to the entry of the layer. */
const ENTRIES = ['kit/postgres/db.ts']

const checkFile = once(({ path, text }): string[] => {
  const lines = text.split('\n').length - 1
  const code = text.replaceAll(/`[^`]*`/g, '')
  return [
    ...(lines > LINES_MAX ? [`${path} has ${lines} lines: split it, the limit is ${LINES_MAX}`] : []),
    ...(REEXPORT.test(code) && !ENTRIES.includes(path)
      ? [`${path} re-exports: import from the file that defines it`]
      : []),
    ...checkParameters({ path, text }),
    ...(/^export (?:default\b|\{[^}]*\bas default\b)/m.test(code) ? [`${path} has a default export: name it`] : []),
  ]
})

function checkPlace({ path }: SourceFile): string[] {
  if (findLayerIndex(toRoom(path)) === -1) return [`${path} is in a folder that no layer lists`]
  if (toRoom(path) === 'domains' && !findSlice(path)) return [`${path} is in a slice that the order does not list`]
  return []
}

interface Import {
  /** A path from `server/src/`, or the name of a package. */
  readonly to: string
  readonly isLocal: boolean
  readonly isTypeOnly: boolean
}

const listImports = once(({ path, text }): Import[] => {
  const found = text.matchAll(
    /^(?:import|export)(?<type>\s+type\b)?[^'"`;]*?\bfrom\s*['"](?<from>[^'"]+)['"]|^import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/gm,
  )
  return [...found].map(({ groups }) => {
    const to = groups?.['from'] ?? groups?.['bare'] ?? groups?.['lazy'] ?? ''
    const isLocal = to.startsWith('.')
    return { to: isLocal ? resolve(path, to) : to, isLocal, isTypeOnly: groups?.['type'] !== undefined }
  })
})

function resolve(from: string, to: string): string {
  const steps = from.split('/').slice(0, -1)
  for (const step of to.split('/')) {
    if (step === '..') steps.push(...(steps.pop() === undefined ? ['..'] : []))
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

function checkImport({ path }: SourceFile, { to, isLocal, isTypeOnly }: Import): string[] {
  const says = `${path} imports ${to}`
  if (toRole(path) === 'sql') {
    const isOwn = to.startsWith(`${toFolder(path)}/sql/`)
    const isDeclaredType = isTypeOnly && toRole(to) === 'contract'
    if (!isOwn && !isDeclaredType && toRoom(to) !== 'kit' && !ENGINE_ROWS.includes(to))
      return [`${says}: sql.ts imports only the kit and types of contracts`]
  }
  if (!isLocal) return []
  const [own, other] = [findLayerIndex(toRoom(path)), findLayerIndex(toRoom(to))]
  if (other > own) return [`${says}: imports only go down`]
  if (other === own && toRoom(path) !== toRoom(to)) return [`${says}: rooms of one layer do not import each other`]
  if (isWorkerSide(to) && !isWorkerSide(path) && !path.endsWith('/jobs.ts'))
    return [`${says}: only the worker's code and jobs.ts use it`]
  if (toRoom(to) !== 'domains' || findSlice(path) === findSlice(to)) return []
  return toRoom(path) === 'domains' ? checkNeighbour(path, to) : checkVisitor(path, to)
}

function checkNeighbour(path: string, to: string): string[] {
  const [own = '', other = ''] = [path, to].map((file) => findSlice(file) ?? '')
  const [group = '', otherGroup = ''] = [own, other].map((slice) => slice.split('/')[0] ?? '')
  const says = `${path} imports ${to}`
  const offered = OFFERED[other] ?? ['service.ts']
  return [
    ...(group === otherGroup || MAY_USE[group]?.includes(otherGroup)
      ? []
      : [`${says}: ${group} does not use ${otherGroup}`]),
    ...(SLICES.indexOf(other) > SLICES.indexOf(own) ? [`${says}: ${own} comes before ${other}`] : []),
    ...(toRole(to) === 'contract' || offered.includes(to.slice(toFolder(to).length + 1))
      ? []
      : [`${says}: of ${other} others use only its contract${offered.map((file) => ` and ${file}`).join('')}`]),
  ]
}

function checkVisitor(path: string, to: string): string[] {
  return toRole(to) === 'sql' ? [`${path} imports ${to}: a domain's SQL is its own`] : []
}

const SQL = /`\s*(?:select|insert\s+into|update|delete\s+from|with|create|alter|drop|truncate|lock|listen|notify|set)\s/
const TAGGED_SQL = new RegExp(`[\\w$)\\]>]${SQL.source}`)

function checkSql({ path, text }: SourceFile): string[] {
  if (['kit', 'operations'].includes(toRoom(path)) || toRole(path) === 'sql') return []
  const code = text.replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
  return TAGGED_SQL.test(code) || /\.unsafe\(/.test(code) ? [`${path} holds SQL: it belongs in sql.ts`] : []
}

function isContract({ path }: SourceFile): boolean {
  return toRole(path) === 'contract'
}

const IMPURE = /\bprocess\.|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(|\bsetTimeout\(|\bperformance\.now\(/

const isImpure = once(({ text }) => IMPURE.test(text))

/** A connector gets its environment as arguments, so it can be tested against any server and cannot reach outside. */
function checkConnector({ path, text }: SourceFile): string[] {
  if (toRoom(path) !== 'connectors') return []
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const holds = /from '[./]*kit\/(?:postgres\/\w+|context|clock|log|secrets)\.ts'/.exec(text)?.[0]
  const isMasking = holds?.includes('kit/log/log.ts') && /import \{ maskSecrets \} from/.test(text)
  return [
    ...(IMPURE.test(code) ? [`${path} reads the world: a connector gets it as arguments`] : []),
    ...(holds && !isMasking ? [`${path} says ${holds}: a connector gets the world as arguments`] : []),
  ]
}

/** A contract is data, and so is everything that it needs at run time, transitively. */
function checkPurity(contract: SourceFile, files: ReadonlyMap<string, SourceFile>): string[] {
  const broken = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: SourceFile) => {
    if (seen.has(file.path) || PURE_FILES.includes(file.path)) return
    seen.add(file.path)
    if (isImpure(file)) broken.add(`${contract.path} is not pure: ${file.path} reads the world`)
    for (const { to, isLocal, isTypeOnly } of listImports(file)) {
      if (isTypeOnly) continue
      if (!isLocal && !PURE_PACKAGES.includes(to))
        broken.add(`${contract.path} is not pure: ${file.path} imports ${to}`)
      const next = files.get(to)
      if (next) visit(next)
    }
  }
  visit(contract)
  return [...broken]
}

/** Types count: a file that cannot be read without another one is not independent. */
function checkCircles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, listImports(file).map(({ to }) => to)]))
  const circles = findCircles(imports).map((circle) => circle.join(', '))
  return circles.map((circle) => `${circle} import each other: move the shared part into a separate file`)
}

function toRoom(path: string): string {
  if (!path.includes('/')) return findLayerIndex(path) === -1 ? '' : path
  return path.split('/')[0] ?? ''
}

function findLayerIndex(room: string): number {
  return LAYERS.findIndex((rooms) => rooms.includes(room))
}

/** Returns `social/inbox/comments` for `domains/social/inbox/comments/sql.ts`. A nested slice is listed after its parent. */
function findSlice(path: string): string | undefined {
  return SLICES.findLast((slice) => path.startsWith(`domains/${slice}/`))
}

function isWorkerSide(path: string): boolean {
  return WORKER_SIDE.some((part) => path.startsWith(`domains/${part}`))
}

/** Returns the slice's folder, the folder within a room, or the room. */
function toFolder(path: string): string {
  const slice = findSlice(path)
  if (slice) return `domains/${slice}`
  const steps = path.split('/')
  return steps.slice(0, steps.length > 2 && steps[1] !== 'sql' ? 2 : 1).join('/')
}

/**
 * Returns `sql` for `domains/identity/keys/sql.ts`, `domains/social/posts/sql/targets.ts` and
 * `sources/directory/sql/people.ts`.
 */
function toRole(path: string): string {
  const [role = ''] = path.slice(toFolder(path).length + 1).split('/')
  return role.replace(/\.ts$/, '')
}
