import { Readable } from 'node:stream'
import type { Context, Principal } from '../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../kit/declare/errors.ts'
import { Download } from '../../kit/declare/reply.ts'
import type { CallLifetime, RawRequest } from '../../kit/declare/route.ts'
import { type OpenStream, openStream } from '../../webhooks/stream.ts'
import { SUBSCRIBABLE_TYPES } from './contract/catalogue.ts'
import { parseEventTypes, STREAM_TYPE, type StreamQuery, ULID, writeEvent } from './contract/stream.ts'

/** Maximum number of open streams of one workspace, and of one user across all workspaces, in one process. */
const OPEN_MAX = 10
const OPEN_PER_USER_MAX = 20
export const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1000

/** Number of open streams in this process: in total, per workspace and per user. */
const open = new Map<string, number>()
const ALL = ''

interface StreamCall {
  readonly query: StreamQuery
  readonly raw: RawRequest
  readonly lasting: CallLifetime
}

/** Closes the connection after the response: otherwise a stopping server would wait for it. */
export const STREAM_HEADERS = { 'content-type': STREAM_TYPE, connection: 'close', 'x-accel-buffering': 'no' }

export async function streamEvents(
  ctx: Context,
  principal: Principal,
  { query, raw, lasting }: StreamCall,
): Promise<Download> {
  const { workspaceId, keyId: callerId, user } = principal
  const types = parseEventTypes(query)
  const from = lastEventId(raw) ?? query.after ?? (query.since === undefined ? undefined : new Date(query.since))
  const options = {
    workspaceId,
    callerId,
    events: types ?? ['*'],
    types: types ?? SUBSCRIBABLE_TYPES,
    from,
    ...lasting,
  }
  return new Download(200, STREAM_HEADERS, async () => {
    takeRoom(ctx, { workspaceId, userId: user?.id }, lasting.signal)
    const stream = await openStream(ctx, options)
    if (!stream) throw tooMany('The keys of this workspace follow too many different sets of events.')
    return Readable.from(writeStream(stream, lasting), { objectMode: false })
  })
}

function lastEventId({ headers }: RawRequest): string | undefined {
  const id = headers['last-event-id']
  if (id === undefined || id === '') return undefined
  if (typeof id === 'string' && new RegExp(ULID).test(id)) return id
  throw new InvalidRequest([invalidValue(['header', 'Last-Event-ID'], 'this is not the id of an event')])
}

/** Counts a stream until its call ends. */
export function takeRoom(
  { config }: Context,
  { workspaceId, userId }: { workspaceId: string; userId: string | undefined },
  signal: AbortSignal,
): void {
  assertRoom(workspaceId, OPEN_MAX, 'The workspace has')
  if (userId !== undefined) assertRoom(userId, OPEN_PER_USER_MAX, 'You have')
  assertRoom(ALL, config.EVENT_STREAMS_MAX, 'This server has')
  if (signal.aborted) return
  const counted = [ALL, workspaceId, ...(userId === undefined ? [] : [userId])]
  for (const id of counted) open.set(id, (open.get(id) ?? 0) + 1)
  signal.addEventListener('abort', () => counted.forEach(giveRoom), { once: true })
}

function assertRoom(id: string, max: number, owner: string): void {
  if ((open.get(id) ?? 0) >= max) throw tooMany(`${owner} ${max} open streams, which is the limit.`)
}

function giveRoom(id: string): void {
  const left = (open.get(id) ?? 1) - 1
  if (left > 0) open.set(id, left)
  else open.delete(id)
}

function tooMany(detail: string): ApiError {
  return new ApiError('rate_limited', `${detail} Close one, or try again later.`, { headers: { 'retry-after': '5' } })
}

async function* writeStream(
  { startId, openedAt, pages }: OpenStream,
  { signal }: CallLifetime,
): AsyncGenerator<string> {
  // Without data this is not an event, but clients remember its id.
  yield `id: ${startId}\nretry: ${RECONNECT_MS}\n: stored since ${openedAt.toISOString()}\n\n`
  let writtenAt = performance.now()
  for await (const page of pages) {
    if (signal.aborted) break
    if (page.length > 0) yield page.map(writeEvent).join('')
    else if (performance.now() - writtenAt < HEARTBEAT_MS) continue
    else yield ': nothing new\n\n'
    writtenAt = performance.now()
  }
  // The next call is refused with the same reason.
  if (signal.reason instanceof ApiError) yield `: ended: ${signal.reason.message}\n\n`
}
