import type { IncomingMessage } from 'node:http'
import { createBell } from '../../../kit/bell.ts'
import { type CheckGroup, type CheckResult, type Deployment, failed, ok } from './check.ts'

const FIRST_BYTES_MS = 5000
const EVENT_MS = 10_000
/** A PNG of one pixel. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const BUFFERED =
  'Turn off response buffering in the proxy for GET /v1/events/stream and /mcp (nginx: proxy_buffering off, Caddy: flush_interval -1), and allow responses without an end.'

export const eventChecks: CheckGroup = {
  heading: 'Events',
  checks: [{ name: 'event stream', run: checkStream }],
}

/** Follows the stream while a small image is stored, which is an event. Also shows that the media store works. */
async function checkStream({ http, workspace }: Deployment): Promise<CheckResult> {
  const { liveKey: key } = workspace
  const deadlineMs = FIRST_BYTES_MS
  let stream: IncomingMessage
  try {
    stream = await http.open('/v1/events/stream?types=media.ready', { key, deadlineMs })
  } catch (error) {
    return failed(`the event stream did not open (${(error as Error).message})`, BUFFERED)
  }
  using reader = readStream(stream)
  if (stream.statusCode !== 200)
    return failed(`the event stream returned ${stream.statusCode}`, 'Let the proxy pass GET /v1/events/stream on.')
  if (!(await reader.has(/^: stored since/m, deadlineMs)))
    return failed(`nothing of the event stream arrived within ${deadlineMs / 1000} s: the proxy buffers it`, BUFFERED)
  const call = { method: 'POST', key, body: IMAGE, headers: { 'content-type': 'image/png' } }
  const stored = await http.send<{ id: string }>('/v1/media', call)
  if (stored.status !== 201)
    return failed(
      `an image could not be stored (${stored.status}): ${stored.text.slice(0, 200)}`,
      'Check the disk or the bucket of the media store (MEDIA_S3_*).',
    )
  const startedAt = performance.now()
  const hasArrived = await reader.has(new RegExp(stored.body.id), EVENT_MS)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  await http.send(`/v1/media/${stored.body.id}`, { method: 'DELETE', key })
  if (hasArrived) return ok(`an image was stored, and its event arrived after ${seconds} s`)
  return failed(`an image was stored, but its event did not arrive within ${EVENT_MS / 1000} s`, BUFFERED)
}

/** Collects what arrives of a stream until it is disposed. */
function readStream(stream: IncomingMessage) {
  let text = ''
  const bell = createBell()
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    text += part
    bell.ring()
  })
  for (const end of ['end', 'error', 'close']) stream.on(end, () => bell.ring())
  return {
    /** Returns whether the pattern arrives in time. */
    async has(pattern: RegExp, waitMs: number): Promise<boolean> {
      const until = performance.now() + waitMs
      while (!pattern.test(text) && !stream.destroyed && performance.now() < until) {
        bell.mute()
        await bell.rest(until - performance.now())
      }
      return pattern.test(text)
    },
    [Symbol.dispose]: () => void stream.destroy(),
  }
}
