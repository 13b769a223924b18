import type { Connector } from '../../../connectors/connector.ts'
import type { Inbound } from '../../../connectors/inbound.ts'
import type { PlatformFacts } from '../../../connectors/platform.ts'
import { findConnector, findPlatform } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { Document } from '../../../kit/declare/reply.ts'
import type { RawRequest } from '../../../kit/declare/route.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { getApp } from '../accounts/apps/app.ts'
import { callFor } from '../accounts/platform-calls.ts'
import { toSender } from './push-sender.ts'
import { storePush } from './store-push.ts'

/** Headers that are not stored: secrets, and those of the transport. */
const DROPPED_HEADERS = new Set(['authorization', 'cookie', 'x-telegram-bot-api-secret-token', 'connection', 'host'])

/** Address of a push: each app except the environment's has its own. */
interface PushAddress {
  readonly platform: string
  readonly app?: string
}

type InboundRequest = RawRequest & { readonly query: Record<string, string> }

/** Verifies a push and stores it unread, so that the platform gets its response at once. */
export async function receivePush(
  ctx: Context,
  db: Db,
  to: PushAddress,
  { body, headers, query }: InboundRequest,
): Promise<void> {
  const { inbound, call, app } = await loadInbound(ctx, db, to)
  const push = { body, headers, query: toStrings(query) }
  if (!(await inbound.verify(call, push))) throw new ApiError('invalid_signature')
  const sender = toSender(app)
  await storePush(ctx, { ...push, platform: to.platform, headers: toStrings(headers), sender })
}

export async function answerChallenge(
  ctx: Context,
  db: Db,
  to: PushAddress,
  { body, headers, query }: InboundRequest,
): Promise<Document<{ challenge: string }>> {
  const { inbound, call } = await loadInbound(ctx, db, to)
  if (!inbound.challenge) throw new ApiError('not_found', 'This platform sends no challenges.')
  const challenge = await inbound.challenge(call, {
    body,
    headers,
    query: toStrings(query),
  })
  if (challenge === undefined) throw new ApiError('invalid_signature')
  return new Document({ challenge }, { contentType: 'text/plain; charset=utf-8', body: challenge })
}

async function loadInbound(ctx: Context, db: Db, { platform, app: appId }: PushAddress) {
  const facts = assertInbound(ctx, platform)
  const connector = (await findConnector(platform)) as Connector
  const app = await getApp(ctx, db, facts, appId ?? null)
  if (app.id !== (appId ?? null)) throw new ApiError('not_found', 'No app has this address.')
  return { inbound: connector.inbound as Inbound, call: callFor(ctx, { workspaceId: '', connector, app }), app }
}

export function assertInbound(ctx: Context, platform: string): PlatformFacts {
  const facts = findPlatform(platform)
  const isOffered = platform !== 'sandbox' || ctx.config.hasSandbox
  if (!facts?.capabilities.includes('inbound') || !isOffered)
    throw new ApiError('not_found', 'This server receives no pushes from a platform with this name.')
  return facts
}

function toStrings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(values).filter(([name, value]) => value !== undefined && !DROPPED_HEADERS.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}
