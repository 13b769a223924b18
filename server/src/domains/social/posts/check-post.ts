import type { Connector } from '../../../connectors/connector.ts'
import type { Limits } from '../../../connectors/limits.ts'
import type { DraftMedia, Problem } from '../../../connectors/publish.ts'
import { nameRemote } from '../../../connectors/remote-name.ts'
import type { Json } from '../../../connectors/session.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { findMismatches } from '../../../kit/declare/violations.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { assertReachable } from '../../identity/profiles/service.ts'
import { getConnector, requireCapability } from '../accounts/platforms.ts'
import { getMedia } from '../media/read.ts'
import { describeMedia } from '../media/readable-media.ts'
import { isReady, type KnownMedia, listKnownMedia, type ReadyMedia } from '../media/ready-media.ts'
import type { TargetRequest } from './contract/requests.ts'
import type { PostFields } from './contract/resources.ts'
import { type AccountRow, listAccounts } from './sql/accounts.ts'

export interface RequestedPost extends PostFields {
  readonly targets: readonly TargetRequest[]
  /** A draft may break the rules of platforms: they are checked when it is published or scheduled. */
  readonly isDraft: boolean
  /** The profile in the request; otherwise the post belongs to the profile of its targets. */
  readonly profileId?: string | undefined
  /** Accounts and media of an edited post: the accounts may be signed out, and the key may lack access to the media. */
  readonly before?: { readonly accountIds: readonly string[]; readonly mediaIds: readonly string[] }
}

export interface CheckedTarget {
  readonly request: TargetRequest
  readonly connector: Connector
  /** Destination, as the queue distinguishes remotes. */
  readonly remote: string
}

export interface CheckedPost {
  readonly profileId: string
  readonly targets: readonly CheckedTarget[]
  /** All media of any of the targets. */
  readonly mediaIds: readonly string[]
}

/**
 * Checks the references of a post and, unless it is a draft, the rules of every platform it goes to. Throws all violations at
 * once.
 */
export async function checkPost(
  ctx: Context,
  db: Db,
  principal: Principal,
  requested: RequestedPost,
): Promise<CheckedPost> {
  const { targets, isDraft } = requested
  const accounts = await findAccounts(db, principal, targets)
  const places = await Promise.all(
    accounts.map(async (account, at) => {
      const request = targets[at] as TargetRequest
      const remote = nameRemote(account.platform, account.active_external_id)
      return { at, request, account, remote, connector: await getPublishConnector(ctx, account, at) }
    }),
  )
  if (!isDraft) requireComments(places, requested)
  const { media, mediaIds, violations } = await findMedia(ctx, db, principal, requested)
  const profileId = requested.profileId ?? accounts[0]?.profile_id ?? ''
  const strangers = places.flatMap((place) => checkProfile(place, profileId))
  const all = isDraft ? strangers : [...violations, ...strangers, ...checkRules(places, requested, media)]
  if (all.length > 0) throw new InvalidRequest(all)
  return { profileId, targets: places, mediaIds }
}

/** A target of the request, with its resolved references. */
interface ResolvedTarget extends CheckedTarget {
  readonly at: number
  readonly account: AccountRow
}

const pickFirstComment = ({ request }: ResolvedTarget, { first_comment }: RequestedPost) =>
  request.first_comment ?? first_comment

function requireComments(places: readonly ResolvedTarget[], requested: RequestedPost): void {
  for (const place of places)
    if (pickFirstComment(place, requested)) requireCapability(place.connector.platform, 'comments.on_post')
}

/** Returns the violations that prevent publishing the post. */
function checkRules(
  places: readonly ResolvedTarget[],
  requested: RequestedPost,
  media: ReadonlyMap<string, ReadyMedia>,
): Violation[] {
  if (places.length === 0) return [invalidValue(['body', 'targets'], 'a post needs at least one target')]
  return [
    ...places.flatMap((place) => checkAccount(place, requested.before?.accountIds)),
    ...places.flatMap((place) => checkComment(place, pickFirstComment(place, requested))),
    ...places.flatMap((place) => {
      const ids = place.request.media_ids ?? requested.media_ids
      const shown = ids.map((id) => {
        const asset = media.get(id)
        return asset && describeMedia(asset)
      })
      const text = place.request.content ?? requested.content
      const cases = assumeMedia(place.connector.platform.limits, shown)
      const found = cases.map((assumed) => checkTarget(place, { text, media: assumed }))
      return found.reduce((best, each) => (each.length < best.length ? each : best))
    }),
  ]
}

const MEDIA_KINDS = ['image', 'video', 'document'] as const
type MediaKind = (typeof MEDIA_KINDS)[number]

/**
 * Lists the media that a post may have once its pending media are fetched, of which only the number is known: all images, all
 * videos, all documents or, where a platform takes several kinds in one post, as many of each as fit. `media` has undefined for a
 * pending one. A post breaks a rule only when it does so in every case.
 */
function assumeMedia(limits: Limits, media: readonly (DraftMedia | undefined)[]): DraftMedia[][] {
  if (!media.includes(undefined)) return [media as DraftMedia[]]
  const kinds = MEDIA_KINDS.filter((kind) => limits[kind])
  const cases = (kinds.length > 0 ? kinds : (['image'] as const)).map((kind) => fillPending(limits, media, () => kind))
  return limits.allowsMixedMedia ? [...cases, fillMixed(limits, media, kinds)] : cases
}

function fillMixed(
  limits: Limits,
  media: readonly (DraftMedia | undefined)[],
  kinds: readonly MediaKind[],
): DraftMedia[] {
  const countMediaByKind = (kind: MediaKind) =>
    media.filter((medium) => medium && limits[kind]?.mimes.includes(medium.mime)).length
  const free = kinds.flatMap((kind) =>
    Array<MediaKind>(Math.max(0, (limits[kind]?.countMax ?? 0) - countMediaByKind(kind))).fill(kind),
  )
  return fillPending(limits, media, () => free.shift() ?? kinds[0] ?? 'image')
}

function fillPending(limits: Limits, media: readonly (DraftMedia | undefined)[], next: () => MediaKind): DraftMedia[] {
  return media.map((medium, index) => medium ?? assumeMedium(limits, next(), index))
}

/** Builds a medium that breaks no rule: its size is left open. */
function assumeMedium(limits: Limits, kind: MediaKind, index: number): DraftMedia {
  const mime = limits[kind]?.mimes[0] ?? 'image/jpeg'
  return { id: `pending-${index}`, mime, bytes: 1, width: null, height: null, durationSeconds: null, altText: null }
}

/** Returns them in the order of the targets. */
async function findAccounts(db: Db, principal: Principal, targets: readonly TargetRequest[]): Promise<AccountRow[]> {
  const ids = targets.map((target) => target.account_id)
  const rows = await listAccounts(db, principal.workspaceId, ids)
  return ids.map((id, at) => {
    const account = rows.find((row) => row.id === id)
    if (!account)
      throw new ApiError('not_found', `No account with the id of targets[${at}].`, { members: { account_id: id } })
    assertReachable(principal, account.profile_id)
    return account
  })
}

async function getPublishConnector(ctx: Context, { platform }: AccountRow, at: number): Promise<Connector> {
  const connector = await getConnector(ctx, platform, accountLoc(at))
  requireCapability(connector.platform, 'publish')
  return connector
}

const accountLoc = (at: number) => ['body', 'targets', at, 'account_id']

function checkProfile({ account, at }: ResolvedTarget, profileId: string): Violation[] {
  if (account.profile_id === profileId) return []
  return [invalidValue(accountLoc(at), 'all targets must belong to the same profile, which is the profile of the post')]
}

function checkAccount({ account: { id, status }, at }: ResolvedTarget, before: readonly string[] = []): Violation[] {
  if (status === 'connected' || status === 'expiring' || before.includes(id)) return []
  const remediation = status === 'pending_selection' ? 'Choose what the account acts as.' : 'Reconnect the account.'
  const error = `the account is ${status}`
  const ctx = { error, rule: 'account.not_connected', remediation }
  return [{ ...invalidValue(accountLoc(at), error), ctx }]
}

/**
 * Throws 404 for an asset that does not exist. A failed asset is a violation wherever the request names it. An asset that is not
 * fetched yet is not a violation: the post waits for it, and its platform's rules are checked before it is published.
 */
async function findMedia(ctx: Context, db: Db, principal: Principal, post: RequestedPost) {
  const named = [
    ...post.media_ids.map((id, n) => ({ id, loc: ['body', 'media_ids', n] })),
    ...post.targets.flatMap(({ media_ids = [] }, at) =>
      media_ids.map((id, n) => ({ id, loc: ['body', 'targets', at, 'media_ids', n] })),
    ),
  ]
  const ids = [...new Set(named.map(({ id }) => id))]
  const known = await listKnown(db, principal, ids, post.before?.mediaIds ?? [])
  const violations: Violation[] = []
  for (const { id, loc } of named) {
    const { status, validation } = known.find((asset) => asset.id === id) ?? (await getMedia(ctx, db, principal, id))
    if (status !== 'failed') continue
    const reason = validation.error?.message ?? ''
    violations.push(invalidValue(loc, `this media asset failed and cannot be used: ${reason}`))
  }
  const media = new Map(known.filter(isReady).map((asset) => [asset.id, asset]))
  return { media, mediaIds: ids, violations }
}

/** Requires that the key can access the assets that are new in the post. */
async function listKnown(
  db: Db,
  { workspaceId, profileIds }: Principal,
  ids: readonly string[],
  before: readonly string[],
): Promise<KnownMedia[]> {
  const listIf = async (some: readonly string[], reach: typeof profileIds) =>
    some.length > 0 ? listKnownMedia(db, workspaceId, some, reach) : []
  const added = ids.filter((id) => !before.includes(id))
  const kept = ids.filter((id) => before.includes(id))
  return [...(await listIf(added, profileIds)), ...(await listIf(kept, null))]
}

function checkTarget(
  { request: { options = {} }, connector, account, at }: ResolvedTarget,
  { text, media }: { text: string; media: readonly DraftMedia[] },
): Violation[] {
  const buildTargetLoc = (path: readonly (string | number)[]) => ['body', 'targets', at, ...path]
  const mismatches = findMismatches(connector.platform.options, options, buildTargetLoc(['options']))
  if (mismatches.length > 0)
    return mismatches.map((each) => ({ ...each, ctx: { ...each.ctx, platform: connector.platform.id } }))
  const problems = connector.validate({ text, media, options }, toDraftEntity(account))
  return problems.map((problem) => ruleViolation(connector, problem, buildTargetLoc(problem.path)))
}

/** Applies the rules for a post's text to a comment. */
function checkComment({ connector, account, at }: ResolvedTarget, text: string | null): Violation[] {
  if (!text) return []
  const problems = connector.validate({ text, media: [], options: {} }, toDraftEntity(account))
  return problems
    .filter(({ path }) => path[0] === 'content')
    .map((problem) => ruleViolation(connector, problem, ['body', 'targets', at, 'first_comment']))
}

function toDraftEntity({ entity_kind, entity_metadata }: AccountRow) {
  return { kind: entity_kind ?? '', metadata: (entity_metadata ?? {}) as Record<string, Json> }
}

function ruleViolation(
  { platform: { id: platform } }: Connector,
  { rule, message, remediation }: Problem,
  loc: Violation['loc'],
): Violation {
  const ctx = { platform, rule, error: message, ...(remediation !== undefined && { remediation }) }
  return { type: 'platform_rule', loc, msg: message, ctx }
}
