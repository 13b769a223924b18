import { Readable } from 'node:stream'
import type { Context, Principal } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { Download } from '../../kit/declare/reply.ts'
import type { CallLifetime } from '../../kit/declare/route.ts'
import { writeRequest } from './contract/stream.ts'
import { HEARTBEAT_MS, STREAM_HEADERS, takeRoom } from './stream.ts'

export async function streamRequests(ctx: Context, principal: Principal, lifetime: CallLifetime): Promise<Download> {
  const { workspaceId, user } = principal
  return new Download(200, STREAM_HEADERS, async () => {
    takeRoom(ctx, { workspaceId, userId: user?.id }, lifetime.signal)
    return Readable.from(writeStream(ctx, workspaceId, lifetime), { objectMode: false })
  })
}

async function* writeStream(
  { requestFeed }: Context,
  workspaceId: string,
  { signal }: CallLifetime,
): AsyncGenerator<string> {
  yield ': following requests\n\n'
  let writtenAt = performance.now()
  for await (const { requests, skipped } of requestFeed.follow(workspaceId, signal)) {
    if (signal.aborted) break
    const lines = requests.map(writeRequest)
    if (skipped > 0) lines.push(`: skipped ${skipped} requests\n\n`)
    if (lines.length === 0 && performance.now() - writtenAt > HEARTBEAT_MS) lines.push(': nothing new\n\n')
    if (lines.length === 0) continue
    yield lines.join('')
    writtenAt = performance.now()
  }
  // The next call is refused with the same reason.
  if (signal.reason instanceof ApiError) yield `: ended: ${signal.reason.message}\n\n`
}
