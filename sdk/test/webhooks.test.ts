import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import {
  type RawBody,
  signTestWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../src/webhooks.ts'
import vectors from '../vectors/webhooks.json' with { type: 'json' }

const SECRET = vectors.sign[0]?.secret ?? ''
const OLD_SECRET = vectors.sign.find((vector) => vector.previous_secret)?.secret ?? ''
const EVENT = {
  id: '01KDVNMM000000000000000001',
  type: 'webhook.test',
  created_at: '2026-01-01T00:00:00.000Z',
  workspace_id: 'ws_01KDVNMM000000000000000000',
  data: { text: 'Grüße' },
}
const BODY = JSON.stringify(EVENT)

function readVectorBytes(vector: { body?: string; body_base64?: string }): Buffer {
  return vector.body_base64 === undefined ? Buffer.from(vector.body ?? '') : Buffer.from(vector.body_base64, 'base64')
}

/** Lists the forms in which receivers have one body. A view into a larger buffer reveals code that ignores the offset. */
function listBodyForms(bytes: Buffer): RawBody[] {
  const padded = Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')])
  const exact = new Uint8Array(bytes)
  const written = bytes.toString()
  const isText = Buffer.from(written).equals(bytes)
  return [bytes, padded.subarray(2, -2), exact, exact.buffer, ...(isText ? [written] : [])]
}

/** Lists the forms in which servers have the same headers: Fetch, one value per name, arrays, names as they were sent. */
function listHeaderForms(pairs: string[][]): WebhookHeaders[] {
  const fetched = new Headers()
  const lists: Record<string, string[]> = {}
  const joined: Record<string, string> = {}
  for (const [name = '', value = ''] of pairs) {
    fetched.append(name, value)
    const key = name.toLowerCase()
    lists[key] = [...(lists[key] ?? []), value]
    joined[key] = key in joined ? `${joined[key]}, ${value}` : value
  }
  const named = Object.fromEntries(pairs.map(([name = '', value]) => [name, value]))
  const isNamed = Object.keys(named).length === pairs.length
  return [fetched, lists, joined, ...(isNamed ? [named] : [])]
}

function refusal(code: string) {
  return (error: unknown) => error instanceof WebhookVerificationError && error.code === code && error.message !== ''
}

describe('verifyWebhook', () => {
  for (const vector of vectors.verify) {
    test(`vector: ${vector.name}`, async () => {
      const options = { now: () => vector.now * 1000 + 999 }
      for (const body of listBodyForms(readVectorBytes(vector)))
        for (const headers of listHeaderForms(vector.headers)) {
          const outcome = verifyWebhook(body, headers, vector.secrets, options)
          if (vector.error) await assert.rejects(outcome, refusal(vector.error))
          else assert.equal((await outcome).id, vector.event_id)
        }
    })
  }

  test('a body that is not raw is refused, with advice on how to get the raw one', async () => {
    const headers = await signTestWebhook(BODY, SECRET)
    for (const body of [EVENT, undefined, null, 5, [BODY], Promise.resolve(BODY), new Response(BODY)])
      await assert.rejects(
        () => verifyWebhook(body as unknown as string, headers, SECRET),
        (error) => refusal('body_not_raw')(error) && /Express.*Fastify.*Next/s.test(String(error)),
      )
  })

  test('bytes from another realm are accepted', async () => {
    const headers = await signTestWebhook(BODY, SECRET)
    const bytes = [...Buffer.from(BODY)]
    for (const made of ['new Uint8Array(bytes)', 'new Uint8Array(bytes).buffer']) {
      const foreign = runInNewContext(made, { bytes }) as Uint8Array
      assert.deepEqual(await verifyWebhook(foreign, headers, SECRET), EVENT)
    }
  })

  test('a secret that is not a string is refused, and no message repeats a secret', async () => {
    const headers = await signTestWebhook(BODY, SECRET)
    for (const secrets of [undefined, null, 7, [undefined], [SECRET, undefined], Buffer.from(SECRET)])
      await assert.rejects(() => verifyWebhook(BODY, headers, secrets as unknown as string), refusal('bad_secret'))
    const broken = `${SECRET} `
    await assert.rejects(
      () => verifyWebhook(BODY, headers, broken),
      (error) => refusal('bad_secret')(error) && !String(error).includes(SECRET.slice(6)),
    )
  })

  test('the tolerance can be narrowed, and one that is not a number is refused', async () => {
    const headers = await signTestWebhook(BODY, SECRET, { timestamp: 1_000 })
    const at = (second: number, toleranceSeconds: number) => async () =>
      verifyWebhook(BODY, headers, SECRET, { now: () => second * 1000, toleranceSeconds })
    assert.equal((await at(1_000, 0)()).id, EVENT.id)
    assert.equal((await at(990, 10)()).id, EVENT.id)
    for (const refused of [at(1_001, 0), at(989, 10), at(1_000, Number.NaN), at(Number.NaN, 300)])
      await assert.rejects(refused, refusal('timestamp_out_of_range'))
  })

  test('the system clock is used by default', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    assert.deepEqual(await verifyWebhook(BODY, await signTestWebhook(BODY, SECRET), SECRET), EVENT)
    for (const timestamp of [seconds - 400, seconds + 400]) {
      const headers = await signTestWebhook(BODY, SECRET, { timestamp })
      await assert.rejects(() => verifyWebhook(BODY, headers, SECRET), refusal('timestamp_out_of_range'))
    }
  })
})

describe('signTestWebhook', () => {
  for (const vector of vectors.sign) {
    test(`vector: ${vector.name}`, async () => {
      const previous = vector.previous_secret ? { previousSecret: vector.previous_secret } : {}
      const options = { ...previous, timestamp: vector.timestamp, eventId: vector.event_id }
      for (const body of listBodyForms(readVectorBytes(vector)))
        assert.deepEqual(await signTestWebhook(body, vector.secret, options), vector.headers)
    })
  }

  test('the event id is the one in the body, and a body without one needs the option', async () => {
    assert.equal((await signTestWebhook(BODY, SECRET))['X-Service-Event-Id'], EVENT.id)
    await assert.rejects(signTestWebhook('{}', SECRET), refusal('body_not_json'))
    assert.equal((await signTestWebhook('{}', SECRET, { eventId: 'x' }))['webhook-id'], 'x')
  })

  for (const [name, Webhook] of Object.entries({ standardwebhooks: StandardWebhook, svix: SvixWebhook })) {
    test(`the npm package ${name} accepts the Standard Webhooks headers, with either secret during a rotation`, async () => {
      const rotated = await signTestWebhook(BODY, SECRET, { previousSecret: OLD_SECRET })
      for (const secret of [SECRET, OLD_SECRET]) {
        assert.doesNotThrow(() => new Webhook(secret).verify(BODY, rotated))
        assert.throws(() => new Webhook(secret).verify(`${BODY} `, rotated), /No matching signature/)
      }
      const single = await signTestWebhook(BODY, SECRET)
      assert.throws(() => new Webhook(OLD_SECRET).verify(BODY, single), /No matching signature/)
    })
  }
})

async function describeOutcome(raw: Buffer, headers: WebhookHeaders): Promise<string> {
  try {
    return (await verifyWebhook(raw, headers, SECRET)).id
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.code : String(error)
  }
}

async function receive(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const raw = await buffer(incoming)
  answer.end(`${await describeOutcome(raw, incoming.headers)} ${await describeOutcome(raw, incoming.headersDistinct)}`)
}

test('a delivery over a socket verifies, and one with two signature headers does not', async (t) => {
  const server = createServer((incoming, answer) => void receive(incoming, answer)).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (headers: [string, string][]) => {
    const outgoing = request({ port, method: 'POST', agent: false, headers: ['Host', 'localhost', ...headers.flat()] })
    outgoing.end(BODY)
    const [incoming] = await once(outgoing, 'response')
    return text(incoming)
  }
  const headers = Object.entries(await signTestWebhook(BODY, SECRET))
  const signature = headers.filter(([name]) => name === 'X-Service-Signature')
  assert.equal(await send(headers), `${EVENT.id} ${EVENT.id}`)
  assert.equal(await send([...headers, ...signature]), 'malformed_header malformed_header')
})

function runProgram(source: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8', stdio: 'pipe' })
}

test('verification runs without Buffer and loads nothing from Node', async () => {
  const headers = await signTestWebhook(BODY, SECRET)
  const program = (file: string) => `
    import { isBuiltin, registerHooks } from 'node:module'
    delete globalThis.Buffer
    registerHooks({ resolve(specifier, context, next) {
      if (isBuiltin(specifier)) throw new Error('loads ' + specifier)
      return next(specifier, context)
    } })
    const { verifyWebhook } = await import(${JSON.stringify(new URL(file, import.meta.url))})
    const event = await verifyWebhook(${JSON.stringify(BODY)}, ${JSON.stringify(headers)}, ${JSON.stringify(SECRET)})
    console.log(event.id)`
  for (const file of ['../src/webhooks.ts', '../src/index.ts']) assert.equal(runProgram(program(file)), `${EVENT.id}\n`)
  assert.throws(() => runProgram(program('./webhooks.test.ts')), /loads node:/)
})
