import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { signTestWebhook } from '../sdk/src/webhooks.ts'
import vectors from '../sdk/vectors/webhooks.json' with { type: 'json' }
import { atEnd, createClient, until } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { whyMissing } from './debian.ts'
import { freePort } from './free-ports.ts'
import { startLiveServer } from './live-server.ts'
import { run } from './peer.ts'

const receivers = join(import.meta.dirname, '../docs/receivers')
const vectorsFile = join(import.meta.dirname, '../sdk/vectors/webhooks.json')
const folder = scratch()
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const GO = ['/usr/local/go/bin/go', '/usr/bin/go'].find((file) => existsSync(file)) ?? '/usr/bin/go'

interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

interface Language {
  readonly skip: string | false
  readonly prepare?: (signal: AbortSignal) => Promise<void>
  /** Prints, as JSON, the error code of each refused vector, or the id of its event. */
  readonly vectors: Command
  readonly serve: (port: number) => Command
}

const languages: Readonly<Record<string, Language>> = {
  Node: {
    skip: false,
    vectors: {
      program: process.execPath,
      args: [
        '--input-type=module',
        '-e',
        `import { readFileSync } from 'node:fs'
        import { verify } from ${JSON.stringify(join(receivers, 'receiver.mjs'))}
        const outcome = ({ body, body_base64, headers, secrets, now }) => {
          const bytes = body_base64 === undefined ? Buffer.from(body) : Buffer.from(body_base64, 'base64')
          try { return verify(bytes, headers, secrets, now).id } catch (error) { return error.code }
        }
        console.log(JSON.stringify(JSON.parse(readFileSync(${JSON.stringify(vectorsFile)})).verify.map(outcome)))`,
      ],
    },
    serve: (port) => ({
      program: process.execPath,
      args: [join(receivers, 'receiver.mjs')],
      env: { PORT: String(port) },
    }),
  },
  Python: {
    skip: (await whyMissing('/usr/bin/python3', ['python3'])) ?? false,
    vectors: {
      program: '/usr/bin/python3',
      args: [
        '-B',
        '-c',
        `
import base64, json, sys
sys.path.insert(0, ${JSON.stringify(receivers)})
import receiver
def outcome(vector):
    body = base64.b64decode(vector["body_base64"]) if "body_base64" in vector else vector["body"].encode()
    try:
        return receiver.verify(body, vector["headers"], vector["secrets"], vector["now"])["id"]
    except receiver.Refusal as refusal:
        return str(refusal)
print(json.dumps([outcome(vector) for vector in json.load(open(${JSON.stringify(vectorsFile)}))["verify"]]))`,
      ],
    },
    serve: (port) => ({
      program: '/usr/bin/python3',
      args: [join(receivers, 'receiver.py')],
      env: { PORT: String(port) },
    }),
  },
  Go: {
    skip: (await whyMissing(GO, ['golang-go'])) ?? false,
    prepare: async (signal) => {
      copyFileSync(join(receivers, 'receiver.go'), join(folder, 'receiver.go'))
      writeFileSync(join(folder, 'vectors.go'), GO_VECTORS)
      const built = await run(GO, ['build', '-o', 'receiver', 'receiver.go', 'vectors.go'], { cwd: folder, signal })
      assert.equal(built.code, 0, built.output)
      const vetted = await run(GO, ['vet', 'receiver.go'], { cwd: folder, signal })
      assert.equal(vetted.code, 0, vetted.output)
    },
    vectors: { program: join(folder, 'receiver'), args: [], env: { VECTORS: vectorsFile } },
    serve: (port) => ({ program: join(folder, 'receiver'), args: [], env: { PORT: String(port) } }),
  },
  PHP: {
    skip: (await whyMissing('/usr/bin/php', ['php-cli'])) ?? false,
    vectors: {
      program: '/usr/bin/php',
      args: [
        '-r',
        `require ${JSON.stringify(join(receivers, 'receiver.php'))};
        $outcome = function (array $vector): string {
          $body = isset($vector['body_base64']) ? base64_decode($vector['body_base64']) : $vector['body'];
          try {
            return Quoin\\verify($body, $vector['headers'], $vector['secrets'], $vector['now'])['id'];
          } catch (Quoin\\Refusal $refusal) {
            return $refusal->getMessage();
          }
        };
        $vectors = json_decode(file_get_contents(${JSON.stringify(vectorsFile)}), true)['verify'];
        echo json_encode(array_map($outcome, $vectors));`,
      ],
    },
    serve: (port) => ({
      program: '/usr/bin/php',
      args: ['-S', `127.0.0.1:${port}`, join(receivers, 'receiver.php')],
      env: { WEBHOOK_SEEN: join(folder, 'seen') },
    }),
  },
}

/** Compiled into one program with the receiver: checks the vectors instead of listening. */
const GO_VECTORS = `package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"time"
)

func init() {
	file := os.Getenv("VECTORS")
	if file == "" {
		return
	}
	var vectors struct {
		Verify []struct {
			Body       string      \`json:"body"\`
			BodyBase64 string      \`json:"body_base64"\`
			Headers    [][2]string \`json:"headers"\`
			Secrets    []string    \`json:"secrets"\`
			Now        int64       \`json:"now"\`
		} \`json:"verify"\`
	}
	text, _ := os.ReadFile(file)
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	outcomes := []string{}
	for _, vector := range vectors.Verify {
		body := []byte(vector.Body)
		if vector.BodyBase64 != "" {
			body, _ = base64.StdEncoding.DecodeString(vector.BodyBase64)
		}
		headers := http.Header{}
		for _, pair := range vector.Headers {
			headers.Add(pair[0], pair[1])
		}
		event, err := Verify(body, headers, vector.Secrets, time.Unix(vector.Now, 0))
		if err != nil {
			outcomes = append(outcomes, err.Error())
		} else {
			outcomes = append(outcomes, event.ID)
		}
	}
	json.NewEncoder(os.Stdout).Encode(outcomes)
	os.Exit(0)
}
`

const server = await startLiveServer()
const live = createClient(server.url, server.live_key)

for (const [name, language] of Object.entries(languages))
  describe(`the receiver in ${name}`, { skip: language.skip }, () => {
    test('accepts or refuses every vector with the right code', async ({ signal }) => {
      await language.prepare?.(signal)
      const { program, args, env = {} } = language.vectors
      const { code, output } = await run(program, args, { signal, env })
      assert.equal(code, 0, output)
      const outcomes = JSON.parse(output) as string[]
      assert.deepEqual(
        vectors.verify.map((vector, at) => [vector.name, outcomes[at]]),
        vectors.verify.map((vector) => [vector.name, vector.error ?? vector.event_id]),
      )
    })

    test('accepts live deliveries, each event once, also after a rotation, and nothing that others signed', async () => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/webhooks`
      const repeating = await startRepeating(url)
      const created = await live('POST', '/v1/webhooks', { url: repeating.url })
      const endpoint = created.body as { id: string; secret: string }
      const printed = await startReceiver(language.serve(port), endpoint.secret, port)

      const first = await delivered(endpoint.id)
      await until('the event', () => printed().includes(`webhook.test ${first.event_id}`))
      assert.equal((await live('POST', `/v1/webhooks/${endpoint.id}/rotate`)).status, 200)
      const second = await delivered(endpoint.id)
      await until('the event after the rotation', () => printed().includes(`webhook.test ${second.event_id}`))
      assert.deepEqual(repeating.statuses, [204, 204, 204, 204])

      const forged = await fetch(url, {
        method: 'POST',
        body: JSON.stringify({ id: '01KDVNMM000000000000000009', type: 'webhook.test' }),
        headers: {
          'x-service-signature': `v1=${'0'.repeat(64)}`,
          'x-service-timestamp': String(Math.floor(Date.now() / 1000)),
        },
      })
      assert.equal(forged.status, 400)
      await until('the refusal', () => printed().includes('no_match'))
      assert.equal(printed().split('webhook.test').length - 1, 2, printed())
    })

    test('refuses unsigned, old, malformed and huge calls, and keeps running', async () => {
      const port = await freePort()
      const printed = await startReceiver(language.serve(port), SECRET, port)
      await assertRefusals(port, () => [...printed().matchAll(/webhook\.test (\S+)/g)].map(([, id]) => id))
    })
  })

test('chat.mjs forwards signed events, refuses other calls, and keeps running', async () => {
  const forwarded: (string | undefined)[] = []
  const store = async (request: IncomingMessage) =>
    forwarded.push(((await json(request)) as { text: string }).text.split('\n')[1])
  const chat = createHttpServer((request, response) => {
    void store(request).then(() => response.end())
  }).listen(0, '127.0.0.1')
  atEnd(() => chat.close())
  await once(chat, 'listening')
  const port = await freePort()
  const settings = { CHAT_URL: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`, PORT: String(port) }
  const command = { program: process.execPath, args: [join(receivers, 'chat.mjs')] }
  await startReceiver({ ...command, env: { ...settings, WEBHOOK_SECRET: SECRET } }, SECRET, port)
  await assertRefusals(port, () => forwarded)
})

/** Sends two signed events, and between them calls that must be refused. `readHandled` returns the ids of handled events. */
async function assertRefusals(port: number, readHandled: () => readonly (string | undefined)[]): Promise<void> {
  const write = (id: string, filling = '') => JSON.stringify({ id, type: 'webhook.test', data: { text: id, filling } })
  const timestamp = Math.floor(Date.now() / 1000) - 3600
  const huge = write('huge', 'x'.repeat(2_097_152))
  assert.equal(await post(port, write('first'), await signTestWebhook(write('first'), SECRET)), 204)
  assert.equal(await post(port, write('unsigned'), {}), 400)
  assert.equal(await post(port, write('changed'), await signTestWebhook(write('first'), SECRET)), 400)
  assert.equal(await post(port, write('old'), await signTestWebhook(write('old'), SECRET, { timestamp })), 400)
  for (const body of ['', '{"id": ', 'null'])
    assert.equal(await post(port, body, await signTestWebhook(body, SECRET, { eventId: 'malformed' })), 400, body)
  // The connection may close while the rest of the body is on its way.
  const status = await post(port, huge, await signTestWebhook(huge, SECRET))
  assert.ok(status === 400 || status === 'closed', `a huge body: ${status}`)
  assert.equal(await post(port, write('second'), await signTestWebhook(write('second'), SECRET)), 204)
  await until('the second event', () => readHandled().includes('second'))
  assert.deepEqual(readHandled(), ['first', 'second'])
}

async function post(port: number, body: string, headers: Readonly<Record<string, string>>) {
  const request = sendRequest(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', agent: false, headers })
  // Writing may fail after the response.
  request.on('error', () => {})
  request.end(body)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  } catch {
    return 'closed'
  }
}

async function delivered(endpointId: string): Promise<{ id: string; event_id: string }> {
  const { id } = (await live('POST', `/v1/webhooks/${endpointId}/test`)).body as { id: string }
  return until('the delivery', async () => {
    const { body } = await live('GET', `/v1/webhooks/deliveries/${id}`)
    return body.status === 'delivered' && body
  })
}

/** Starts the receiver as its first lines say and waits until it listens. Returns a function that reads its output. */
async function startReceiver({ program, args, env = {} }: Command, secret: string, port: number) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env, WEBHOOK_SECRETS: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  await until('the receiver', () => {
    assert.equal(child.exitCode, null, printed)
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  })
  return () => printed
}

/** Starts a proxy that sends every request twice, as happens when a response is lost. */
async function startRepeating(to: string) {
  const statuses: number[] = []
  const repeat = async (request: IncomingMessage) => {
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
    const body = await buffer(request)
    for (let times = 0; times < 2; times++) statuses.push((await fetch(to, { method: 'POST', body, headers })).status)
  }
  const proxy = createHttpServer((request, response) => {
    void repeat(request).then(() => response.writeHead(statuses.at(-1) ?? 500).end())
  }).listen(0, '127.0.0.1')
  atEnd(() => proxy.close())
  await once(proxy, 'listening')
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`, statuses }
}
