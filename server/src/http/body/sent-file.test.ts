import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { createSentFile } from './sent-file.ts'

const boundary = 'multipart/form-data; boundary=x'
const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'

for (const [what, type, start] of [
  ['a body', 'image/png', 'abc'],
  ['a form', boundary, part],
] as const)
  test(`${what} that breaks off before it is read fails when it is read, and not before`, async () => {
    const payload = new PassThrough()
    const file = createSentFile({ headers: { 'content-type': type } } as FastifyRequest, payload)
    payload.write(start)
    const { chunks } = await file.open()
    payload.destroy()
    // The handler is busy, as with a slow database.
    await sleep(20)
    await assert.rejects(async () => {
      for await (const _ of chunks);
    }, /did not arrive completely/)
  })
