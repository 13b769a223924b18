import type { Connector, Json } from '../../../connectors/connector.ts'
import type { DraftMedia } from '../../../connectors/publish.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { mismatchesOf } from '../../../kit/declare/mismatches.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { assertReachable } from '../../identity/profiles/service.ts'
import { getConnector, requireCapability } from '../accounts/service.ts'
import { getMedia, getReadyMedia } from '../media/service.ts'
import type { TargetRequest } from './contract/requests.ts'
import { type AccountRow, listAccounts } from './sql/posts.ts'

/** What is to be published, as it was sent. */
export interface Wanted {
  readonly targets: readonly TargetRequest[]
  readonly content: string
  readonly mediaIds: readonly string[]
  /** Of a post that is changed, what it has already: what was checked then is not held against it now. */
  readonly before?: { readonly accountIds: readonly string[]; readonly mediaIds: readonly string[] }
}

export interface CheckedTarget {
  readonly request: TargetRequest
  readonly connector: Connector
}

export interface Checked {
  readonly profileId: string
  readonly targets: readonly CheckedTarget[]
  /** Everything that any of the targets shows. */
  readonly mediaIds: readonly string[]
}

type StoredMedia = Awaited<ReturnType<typeof getReadyMedia>>[number]

/** Holds a post to the rules of every platform it goes to. All that is broken is told at once, and nothing is stored. */
export async function checkPost(ctx: Context, db: Db, principal: Principal, wanted: Wanted): Promise<Checked> {
  const { targets } = wanted
  const accounts = await findAccounts(db, principal, targets)
  const connectors = accounts.map((account, at) => connectorOf(ctx, account, at))
  const { media, mediaIds, violations } = await findMedia(ctx, db, principal, wanted)
  const profileId = accounts[0]?.profile_id ?? ''
  const broken = [
    ...violations,
    ...accounts.flatMap((account, at) => checkAccount(account, at, profileId, wanted.before?.accountIds)),
    ...targets.flatMap((target, at) => {
      const ids = target.media_ids ?? wanted.mediaIds
      const shown = ids.flatMap((id) => media.get(id) ?? [])
      const problems = checkTarget(target, connectors[at] as Connector, accounts[at] as AccountRow, {
        at,
        text: target.content ?? wanted.content,
        media: shown.map(describeMedia),
      })
      // What is not ready yet was told above: that nothing is shown without it is no second mistake.
      return shown.length < ids.length ? problems.filter(({ ctx: { rule } = {} }) => !isLackOf(rule)) : problems
    }),
  ]
  if (broken.length > 0) throw new InvalidRequest(broken)
  return {
    profileId,
    targets: targets.map((request, at) => ({ request, connector: connectors[at] as Connector })),
    mediaIds,
  }
}

/** In the order of the targets. */
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

function connectorOf(ctx: Context, { platform }: AccountRow, at: number): Connector {
  const connector = getConnector(ctx, platform, ['body', 'targets', at, 'account_id'])
  requireCapability(connector, 'publish')
  return connector
}

function checkAccount(
  { id, profile_id, status }: AccountRow,
  at: number,
  profileId: string,
  before: readonly string[] = [],
): Violation[] {
  const loc = ['body', 'targets', at, 'account_id']
  if (profile_id !== profileId) return [invalidValue(loc, 'all targets belong to the profile of the first', id)]
  if (status === 'connected' || status === 'expiring' || before.includes(id)) return []
  const remediation = status === 'pending_selection' ? 'Choose what the account acts as.' : 'Reconnect the account.'
  const error = `the account is ${status}`
  const ctx = { error, rule: 'account.not_connected', remediation }
  return [{ ...invalidValue(loc, error, id), ctx }]
}

/** A medium that is not there is 404; one that is not ready yet is named wherever it was asked for. */
async function findMedia(ctx: Context, db: Db, principal: Principal, { targets, mediaIds, before }: Wanted) {
  const places = [
    ...mediaIds.map((id, n) => ({ id, loc: ['body', 'media_ids', n] })),
    ...targets.flatMap(({ media_ids = [] }, at) =>
      media_ids.map((id, n) => ({ id, loc: ['body', 'targets', at, 'media_ids', n] })),
    ),
  ]
  const ids = [...new Set(places.map(({ id }) => id))]
  const { workspaceId, profileIds } = principal
  const isNew = (id: string) => !before?.mediaIds.includes(id)
  const fetch = async (some: string[], reach: typeof profileIds) =>
    some.length > 0 ? getReadyMedia(db, workspaceId, some, reach) : []
  const ready = [
    ...(await fetch(ids.filter(isNew), profileIds)),
    ...(await fetch(
      ids.filter((id) => !isNew(id)),
      null,
    )),
  ]
  const media = new Map<string, StoredMedia>(ready.map((asset) => [asset.id, asset]))
  const violations: Violation[] = []
  for (const { id, loc } of places) {
    if (media.has(id)) continue
    const { status } = await getMedia(ctx, db, principal, id)
    violations.push(invalidValue(loc, `this media asset is ${status}, not ready`, id))
  }
  return { media, mediaIds: ids, violations }
}

const isLackOf = (rule: unknown) => typeof rule === 'string' && /\.(post\.empty|media\.required)$/.test(rule)

export function describeMedia(asset: StoredMedia): DraftMedia {
  return {
    id: asset.id,
    mime: asset.mime,
    bytes: asset.bytes_size,
    width: asset.width,
    height: asset.height,
    durationSeconds: asset.duration_s,
    altText: null,
  }
}

function checkTarget(
  { options = {} }: TargetRequest,
  connector: Connector,
  account: AccountRow,
  { at, text, media }: { at: number; text: string; media: readonly DraftMedia[] },
): Violation[] {
  const here = (path: readonly (string | number)[]) => ['body', 'targets', at, ...path]
  const misfits = mismatchesOf(connector.options, options)
  if (misfits.length > 0)
    return misfits.map(({ path, message }) => ({
      type: 'platform_options',
      loc: here(['options', ...path]),
      msg: message,
      ctx: { platform: connector.id, error: message },
    }))
  const entity = { kind: account.entity_kind ?? '', metadata: (account.entity_metadata ?? {}) as Record<string, Json> }
  return connector.validate({ text, media, options }, entity).map(({ rule, path, message, remediation }) => ({
    type: 'platform_rule',
    loc: here(path),
    msg: message,
    ctx: { platform: connector.id, rule, error: message, ...(remediation !== undefined && { remediation }) },
  }))
}
