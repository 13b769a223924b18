import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { Document, Redirect } from '../../../kit/declare/route.ts'
import { html, smallPage } from '../../../kit/html.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { SandboxFault, SandboxItem, SandboxPost } from './contract.ts'
import { addItem, changeItem } from './inbox.ts'
import { createCode } from './people.ts'
import * as content from './sql/content.ts'
import * as faultSql from './sql/faults.ts'
import * as people from './sql/people.ts'

export { sandboxHttp } from './network.ts'

/** In production the sandbox is not there, unless the operator says so. */
export function assertSandbox({ config }: Context): void {
  if (!config.hasSandbox) throw new ApiError('not_found', 'This server has no sandbox.')
}

interface SignInQuery {
  readonly request: string
  readonly state: string
  readonly username?: string
  readonly deny?: boolean
}
type SignIn = { status: string }

export async function signIn(
  ctx: Context,
  { request, state, username, deny }: SignInQuery,
): Promise<Document<SignIn> | Redirect<SignIn>> {
  assertSandbox(ctx)
  const [workspaceId = '', id = ''] = request.split('.')
  const authorization = await people.findAuthorization(ctx.db, workspaceId, id)
  if (!authorization || authorization.expires_at <= ctx.clock.now())
    throw new ApiError('not_found', 'Nobody asked for this sign-in, or it is too long ago.')
  const back = new URL(authorization.redirect_uri)
  back.searchParams.set('state', state)
  if (deny) {
    back.searchParams.set('error', 'access_denied')
    return new Redirect({ status: 'denied' }, back.href)
  }
  if (username === undefined)
    return new Document(
      { status: 'awaiting_user' },
      { contentType: 'text/html; charset=utf-8', body: page(request, state) },
    )
  const code = await transaction(ctx.db, (tx) => createCode(ctx, tx, authorization, username))
  back.searchParams.set('code', code)
  return new Redirect({ status: 'signed_in' }, back.href)
}

function page(request: string, state: string): string {
  const body = html`<h1>Sandbox</h1><p>Sign in with any name: a new one is signed up.</p><form><input type="hidden" name="request" value="${request}"><input type="hidden" name="state" value="${state}"><label>User name <input name="username" required pattern="[a-z0-9_\\-]{1,30}" autofocus></label> <button>Sign in</button></form><p><a href="?request=${request}&amp;state=${state}&amp;deny=true">No, thanks</a></p>`
  return smallPage('Sandbox', body)
}

export async function createFault(
  ctx: Context,
  db: Db,
  workspaceId: string,
  fault: { operation: string; fault: SandboxFault['fault']; username?: string; times?: number | null },
): Promise<SandboxFault> {
  assertSandbox(ctx)
  const row: faultSql.FaultRow = {
    workspace_id: workspaceId,
    id: ctx.ids.next('fault'),
    operation: fault.operation,
    fault: fault.fault,
    username: fault.username ?? null,
    times_left: fault.times === undefined ? 1 : fault.times,
    created_at: ctx.clock.now(),
  }
  await faultSql.insertFault(db, row)
  return presentFault(row)
}

export async function listFaults(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<SandboxFault>> {
  assertSandbox(ctx)
  const filter = { limit: query.limit, after: afterId(query.cursor) }
  return pageOf(await faultSql.listFaults(db, workspaceId, filter), presentFault)
}

export async function deleteFault(ctx: Context, db: Db, workspaceId: string, id: string): Promise<SandboxFault> {
  assertSandbox(ctx)
  const row = await faultSql.deleteFault(db, workspaceId, id)
  if (!row) throw notFound('fault')
  return presentFault(row)
}

function presentFault({ id, operation, fault, username, times_left, created_at }: faultSql.FaultRow): SandboxFault {
  const name = fault as SandboxFault['fault']
  return { id, operation, fault: name, username, times_left, created_at: created_at.toISOString() }
}

export async function listPosts(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string; entity_external_id?: string },
): Promise<Page<SandboxPost>> {
  assertSandbox(ctx)
  const after = afterId(query.cursor)
  const { rows, hasMore } = await content.listPostPage(db, workspaceId, {
    limit: query.limit,
    ...(query.entity_external_id !== undefined && { entityId: query.entity_external_id }),
    ...(after !== undefined && { after: `sb-post-${after}` }),
  })
  // The network's ids are its own; the cursor holds the part that is a ULID.
  const shown = rows.map((row) => ({ ...row, id: row.id.replace('sb-post-', '') }))
  return pageOf({ rows: shown, hasMore }, (row) => ({
    id: `sb-post-${row.id}`,
    entity_external_id: row.entity_id,
    status: row.status === 'processing' ? 'processing' : 'live',
    content: row.body,
    media: row.media,
    options: row.options,
    created_at: row.created_at.toISOString(),
  }))
}

const person = (name: string) => ({ id: `sb-visitor-${name}`, name, username: name })

export async function comment(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: { post_external_id: string; parent_external_id?: string; from: string; body: string },
): Promise<SandboxItem> {
  assertSandbox(ctx)
  const [post] = await content.listPosts(db, workspaceId, { ids: [body.post_external_id], limit: 1 })
  if (!post) throw unknown('post_external_id', body.post_external_id)
  const data = {
    post_id: post.id,
    parent_id: body.parent_external_id ?? null,
    author: person(body.from),
    body: body.body,
    is_hidden: false,
    is_own: false,
  }
  return presentItem(await addItem(ctx, db, workspaceId, { entityId: post.entity_id, kind: 'comment', data }))
}

export async function message(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: { entity_external_id: string; from: string; body: string; attachments?: Record<string, unknown>[] },
): Promise<SandboxItem> {
  const entityId = await getEntityId(ctx, db, workspaceId, body.entity_external_id)
  const data = {
    conversation_id: `sb-conversation-${entityId.replace('sb-page-', '')}-${body.from}`,
    direction: 'inbound',
    participant: person(body.from),
    body: body.body,
    attachments: body.attachments ?? [],
  }
  return presentItem(await addItem(ctx, db, workspaceId, { entityId, kind: 'message', data }))
}

export async function review(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: { entity_external_id: string; from: string; rating: number; body?: string },
): Promise<SandboxItem> {
  const entityId = await getEntityId(ctx, db, workspaceId, body.entity_external_id)
  const data = { author: person(body.from), rating: body.rating, body: body.body ?? null, reply: null }
  return presentItem(await addItem(ctx, db, workspaceId, { entityId, kind: 'review', data }))
}

export async function messageStatus(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: { message_external_id: string; status: string },
): Promise<SandboxItem> {
  assertSandbox(ctx)
  const sent = await content.findItem(db, workspaceId, 'message', body.message_external_id)
  if (!sent || sent.data['direction'] !== 'outbound') throw unknown('message_external_id', body.message_external_id)
  const data = { message_id: sent.id, status: body.status }
  return presentItem(await addItem(ctx, db, workspaceId, { entityId: sent.entity_id, kind: 'message_status', data }))
}

export async function templateStatus(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: { template_external_id: string; status: string; reason?: string },
): Promise<SandboxItem> {
  assertSandbox(ctx)
  const template = await content.findItem(db, workspaceId, 'template', body.template_external_id)
  if (!template || template.data['is_deleted']) throw unknown('template_external_id', body.template_external_id)
  const change = { status: body.status, rejection_reason: body.reason ?? null }
  const changed = await changeItem(db, workspaceId, template.id, change)
  return presentItem(changed ?? template)
}

async function getEntityId(ctx: Context, db: Db, workspaceId: string, id: string): Promise<string> {
  assertSandbox(ctx)
  const entity = await people.findEntity(db, workspaceId, id)
  if (!entity) throw unknown('entity_external_id', id)
  return entity.id
}

function unknown(field: string, value: string): InvalidRequest {
  return new InvalidRequest([invalidValue(['body', field], 'the sandbox knows nothing of this name', value)])
}

function presentItem({ id, kind, entity_id, data, created_at }: content.ItemRow): SandboxItem {
  return {
    id,
    kind: kind as SandboxItem['kind'],
    entity_external_id: entity_id,
    data,
    created_at: created_at.toISOString(),
  }
}
