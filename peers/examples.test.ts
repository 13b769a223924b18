import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type SignOptions, signTestWebhook } from '../sdk/src/webhooks.ts'
import { buildExampleTabs } from '../server/src/http/docs/examples.ts'
import { type Operation, operations } from '../server/src/http/openapi/operations-list.ts'
import { boot, until } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { whyMissing } from './debian.ts'
import { freePort } from './free-ports.ts'
import { fromNpm, run } from './peer.ts'

const root = join(import.meta.dirname, '..')
const PYTHON = '/usr/bin/python3'
const world = await boot({
  env: { TEST_QUOTA_PER_DAY: '1000000', RATE_LIMIT_BURST: '100000', RATE_LIMIT_PER_SECOND: '100000' },
})
const env = { QUOIN_BASE_URL: world.url, QUOIN_API_KEY: await world.key({ mode: 'test' }) }

/** Operations with a runnable example: a stream never ends, and the example of an upload has no file behind it. */
const shown = operations.filter(
  ({ endpoint }) => !endpoint.special.streams && !endpoint.produces?.includes('text/event-stream'),
)
const getExampleCode = ({ endpoint }: Operation, language: string) =>
  buildExampleTabs(endpoint, world.url).find((tab) => tab.language === language)?.code ?? assert.fail(endpoint.id)

/** Programs in the documentation. docs.test.ts checks the code blocks of other languages. */
const programs = globSync('docs/**/*.md', { cwd: root }).flatMap((page) =>
  readFileSync(join(root, page), 'utf8')
    .split(/^##+ /m)
    .flatMap((section) => {
      const [title = ''] = section.split('\n', 1)
      const found = [...section.matchAll(/^ *```(ts|js|python)\n([^]*?)^ *```$/gm)]
      return found.map(([, language = '', code = '']) => ({ page, title, language, code }))
    }),
)
const unread = new Set(programs)

/** Returns the program of a section, as written. */
function readProgram(page: string, title: string, language = 'ts'): string {
  const isWanted = (one: (typeof programs)[number]) =>
    one.page === `docs/${page}` && one.title === title && one.language === language
  const program = programs.find(isWanted) ?? assert.fail(`${page}: ${title}`)
  unread.delete(program)
  return program.code
}

const folder = scratch()
const TSC = join(root, 'node_modules/typescript/bin/tsc')
const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit', '--ignoreConfig']
const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable']

async function compile(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { code, output } = await run(process.execPath, [TSC, ...words], { cwd: folder, signal })
  assert.equal(code, 0, output)
}

const sdk = join(folder, 'node_modules/@quoin/sdk')
const build = ['-p', join(root, 'sdk'), '--module', 'esnext', '--outDir', join(sdk, 'dist/esm')]
await compile(build, AbortSignal.timeout(300_000))
copyFileSync(join(root, 'sdk/package.json'), join(sdk, 'package.json'))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

/** Programs that call the API, with the names that their pages leave to the reader. */
const calls = {
  'pagination.ts': `import { Quoin } from '@quoin/sdk'\nconst client = new Quoin()\n${readProgram('concepts/pagination.md', '# Pagination')}`,
  'browsers.ts': `declare const keyOfThisVisitor: string\n${readProgram('guides/browsers.md', '# Calling from a browser')}`,
}

describe('every TypeScript example', () => {
  const names = shown.map(({ id }) => `${id}.ts`)

  test('compiles under strict rules with the built package', async ({ signal }) => {
    for (const operation of shown)
      writeFileSync(join(folder, `${operation.id}.ts`), `${getExampleCode(operation, 'ts')}\n`)
    for (const [name, code] of Object.entries(calls)) writeFileSync(join(folder, name), code)
    await compile([...strict, ...target, '--types', '', ...names, ...Object.keys(calls)], signal)
  })

  test('runs as shown with a test key', async ({ signal }) => {
    // The example for browsers calls another server.
    const imports = [...names, 'pagination.ts'].map(
      (name) => `await import('./${name}').catch((error) => failed.push('${name}: ' + error))`,
    )
    const runner = `const failed = []\n${imports.join('\n')}\nif (failed.length > 0) { console.error(failed.join('\\n')); process.exit(1) }\n`
    writeFileSync(join(folder, 'all.mjs'), runner)
    const { code, output } = await run(process.execPath, ['all.mjs'], { cwd: folder, env, signal })
    assert.equal(code, 0, output.slice(-4000))
  })
})

const skip = (await whyMissing('/usr/lib/python3/dist-packages/httpx', ['python3', 'python3-httpx'])) ?? false

const pagination = `from quoin_sdk import Quoin\nclient = Quoin()\n${readProgram('concepts/pagination.md', '# Pagination', 'python')}`

test('every Python example runs as shown with a test key', { skip }, async ({ signal }) => {
  const examples = shown.map((operation) => [operation.id, getExampleCode(operation, 'python')])
  const runner = `examples = ${JSON.stringify([...examples, ['pagination', pagination]])}
failed = []
for name, code in examples:
    try:
        exec(compile(code, name, "exec"), {})
    except Exception as error:
        failed.append(f"{name}: {error!r}")
if failed:
    raise SystemExit("\\n".join(failed))
`
  writeFileSync(join(folder, 'all.py'), runner)
  const PYTHONPATH = join(root, 'sdk-python/src')
  const { code, output } = await run(PYTHON, ['all.py'], { cwd: folder, env: { ...env, PYTHONPATH }, signal })
  assert.equal(code, 0, output.slice(-4000))
})

const cli = join(root, 'cli')

test('every example of the command line runs as shown with a test key', {
  skip: !existsSync(join(cli, 'build.mjs')) && 'the command line is not here',
}, async ({ signal }) => {
  const built = await run(process.execPath, [join(cli, 'build.mjs')], { cwd: cli, signal })
  assert.equal(built.code, 0, built.output)
  const commands = shown.map(
    (operation) =>
      `out=$(${getExampleCode(operation, 'cli')} < /dev/null 2>&1) || printf '%s\\n' ${operation.id}: "$out"`,
  )
  const quoin = `quoin() { "${process.execPath}" "${join(cli, 'dist/quoin.js')}" "$@"; }`
  writeFileSync(join(folder, 'all.sh'), `${[quoin, ...commands].join('\n')}\n`)
  const home = { HOME: folder, XDG_CONFIG_HOME: folder }
  const { output } = await run('/bin/sh', ['all.sh'], { cwd: folder, env: { ...env, ...home }, signal })
  assert.equal(output, '')
})

const GUIDE = 'guides/webhooks.md'
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const OTHER_SECRET = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8='
const BODY_LIMIT = 1_048_576
const next = fromNpm('next', 'dist/bin/next')
const deno = fromNpm('@deno/linux-x64-glibc', 'deno')
const bun = fromNpm('@oven/bun-linux-x64', 'bin/bun')

/** A receiver of the documentation, which runs as written in a folder of its own. */
interface Receiver {
  readonly code: string
  readonly file?: string
  /** Packages of its own, with their names in package.json here. */
  readonly packages?: Readonly<Record<string, string>>
  /** Further files, such as a program that listens for a receiver that does not. */
  readonly files?: Readonly<Record<string, string>>
  readonly skip: string | false
  /** Program and arguments. */
  readonly build?: readonly string[]
  readonly serve: (port: number) => readonly string[]
}

/** Environment of all receivers. */
const settings = {
  NODE_OPTIONS: '',
  NEXT_TELEMETRY_DISABLED: '1',
  DENO_DIR: join(folder, '.deno'),
  PYTHONPATH: join(root, 'sdk-python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  WEBHOOK_SECRETS: SECRET,
}

const runFile = (file: string) => () => [process.execPath, file]
const whyNoModule = async (name: string) =>
  (await whyMissing(`/usr/lib/python3/dist-packages/${name}`, [`python3-${name}`, 'python3-httpx'])) ?? false

/** Returns why a package cannot be resolved, or false. */
function whyUnresolved(resolve: () => string): string | false {
  try {
    resolve()
    return false
  } catch (error) {
    return String(error)
  }
}

const listen = `serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })`
const startApp = `import { serve } from '@hono/node-server'
  import app from './receiver.ts'
  ${listen}`
const startFunction = `import { serve } from '@hono/node-server'
  import { Hono } from 'hono'
  import { bodyLimit } from 'hono/body-limit'
  import { receive } from './receiver.ts'
  const app = new Hono().post('/webhooks', bodyLimit({ maxSize: ${BODY_LIMIT} }), async (c) =>
    c.body(null, await receive(new Uint8Array(await c.req.arrayBuffer()), c.req.raw.headers)))
  ${listen}`
const startWorker = `import { Miniflare } from 'miniflare'
  const { PORT, WEBHOOK_SECRETS } = process.env
  const script = { modules: true, scriptPath: 'worker.js', bindings: { WEBHOOK_SECRETS } }
  const listen = { host: '127.0.0.1', port: Number(PORT) }
  const worker = new Miniflare({ ...script, ...listen, compatibilityDate: '2026-01-01', cf: false })
  process.once('SIGTERM', () => worker.dispose().then(() => process.exit()))`
const nextConfig = `export default { turbopack: { root: '/' }, typescript: { ignoreBuildErrors: true } }`

const express = { code: readProgram(GUIDE, 'Express'), serve: runFile('receiver.ts') }
const hono = {
  code: readProgram(GUIDE, 'Hono, Workers, Deno'),
  skip: whyUnresolved(() => import.meta.resolve('hono')),
  serve: runFile('start.mjs'),
}
const receive = {
  files: { 'start.mjs': startFunction },
  skip: whyUnresolved(() => import.meta.resolve('@hono/node-server')),
  serve: runFile('start.mjs'),
}
const receivers: Readonly<Record<string, Receiver>> = {
  'the page about signatures': { ...receive, code: readProgram('concepts/signatures.md', 'With an SDK') },
  'the guide to webhooks': { ...receive, code: readProgram(GUIDE, 'Verify') },
  'Express 4': {
    ...express,
    packages: { express: 'express-4', '@types/express': '@types/express-4' },
    skip: whyUnresolved(() => import.meta.resolve('express-4')),
  },
  'Express 5': {
    ...express,
    packages: { express: 'express-5', '@types/express': '@types/express-5' },
    skip: whyUnresolved(() => import.meta.resolve('express-5')),
  },
  Fastify: {
    code: readProgram(GUIDE, 'Fastify'),
    skip: whyUnresolved(() => import.meta.resolve('fastify')),
    serve: runFile('receiver.ts'),
  },
  'Hono on Node': { ...hono, files: { 'start.mjs': startApp } },
  'Hono on Bun': { ...hono, skip: hono.skip || bun.skip, serve: () => [bun.path, 'run', 'receiver.ts'] },
  'Hono on Deno': {
    ...hono,
    skip: hono.skip || deno.skip,
    serve: (port) => [deno.path, 'serve', '--node-modules-dir=manual', '-RNE', `--port=${port}`, 'receiver.ts'],
  },
  'Hono on Workers': {
    ...hono,
    files: { 'start.mjs': startWorker },
    build: [
      join(root, 'node_modules/.bin/esbuild'),
      'receiver.ts',
      '--bundle',
      '--format=esm',
      '--conditions=workerd',
      '--outfile=worker.js',
    ],
  },
  Next: {
    code: readProgram(GUIDE, 'Next'),
    file: 'app/webhooks/route.ts',
    // Its packages are links to another folder. The test of all types includes its own.
    files: { 'next.config.mjs': nextConfig, 'package.json': '{ "type": "module" }' },
    skip: whyUnresolved(() => import.meta.resolve('next')),
    build: [process.execPath, next.path, 'build'],
    serve: (port) => [process.execPath, next.path, 'start', `--port=${port}`],
  },
  Flask: {
    code: readProgram(GUIDE, 'Flask', 'python'),
    file: 'receiver.py',
    skip: await whyNoModule('flask'),
    serve: (port) => [PYTHON, '-m', 'flask', '--app', 'receiver', 'run', `--port=${port}`],
  },
  FastAPI: {
    code: readProgram(GUIDE, 'FastAPI', 'python'),
    file: 'receiver.py',
    skip: (await whyNoModule('fastapi')) || (await whyNoModule('uvicorn')),
    serve: (port) => [PYTHON, '-m', 'uvicorn', 'receiver:app', `--port=${port}`],
  },
}

const findFolder = (name: string) => join(folder, name.toLowerCase().replaceAll(' ', '-'))

/** Links a package of this folder, by its own name or another one. */
function link(to: string, name: string, installed = name): void {
  const path = join(to, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(import.meta.dirname, 'node_modules', installed), path)
}

const linked = ['fastify', 'hono', '@hono/node-server', 'miniflare', 'next', 'react', 'react-dom', 'typescript']
for (const name of [...linked, '@types/node', '@types/react']) link(folder, name)
writeFileSync(join(folder, 'test-receiver.ts'), readProgram(GUIDE, 'Test your receiver'))
const sources = ['test-receiver.ts']
for (const [name, { code, file = 'receiver.ts', packages = {}, files = {} }] of Object.entries(receivers)) {
  for (const [path, text] of Object.entries({ [file]: code, ...files })) {
    mkdirSync(dirname(join(findFolder(name), path)), { recursive: true })
    writeFileSync(join(findFolder(name), path), text)
  }
  for (const [wanted, installed] of Object.entries(packages)) link(findFolder(name), wanted, installed)
  if (file.endsWith('.ts')) sources.push(join(findFolder(name), file))
}

describe('every receiver of the documentation', () => {
  test('compiles under strict rules, if it is in TypeScript', { skip: next.skip }, ({ signal }) =>
    compile([...strict, ...target, '--skipLibCheck', '--types', 'node', ...sources], signal),
  )

  for (const [name, receiver] of Object.entries(receivers))
    test(`${name}: accepts what Quoin signed, refuses all else, and keeps running`, {
      skip: receiver.skip,
    }, async (t) => {
      const cwd = findFolder(name)
      const [builder, ...words] = receiver.build ?? []
      if (builder) {
        const { code, output } = await run(builder, words, { cwd, env: settings, signal: t.signal })
        assert.equal(code, 0, output)
      }
      const port = await freePort()
      const read = await startReceiver(t, cwd, receiver.serve(port), port)
      await assertRefusals(port, () => [...read().matchAll(/webhook\.test (\S+)/g)].map(([, id = '']) => id))
    })

  test('passes the test that the guide shows', { skip: receivers['Express 5']?.skip }, async (t) => {
    const port = await freePort()
    await startReceiver(t, findFolder('Express 5'), [process.execPath, 'receiver.ts'], port)
    const { output } = await run(process.execPath, ['test-receiver.ts'], {
      cwd: folder,
      env: { ...settings, PORT: String(port) },
      signal: t.signal,
    })
    assert.equal(output, '204 400\n')
  })
})

test('every program of the documentation is tested above', () => assert.deepEqual([...unread], []))

/** Starts a receiver and waits until it listens. Returns a function that reads its output. */
async function startReceiver(t: TestContext, cwd: string, [program = '', ...args]: readonly string[], port: number) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...settings, PORT: String(port) } })
  const closed = once(child, 'close')
  t.after(() => child.kill() && closed)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  await until('the receiver', async () => {
    if (child.exitCode !== null) throw new Error(printed)
    return (await post(port, '', {})) !== 'closed'
  })
  return () => printed
}

/** Sends two signed calls, and between them calls that must be refused. `readHandled` returns the ids of handled events. */
async function assertRefusals(port: number, readHandled: () => readonly string[]): Promise<void> {
  const write = (id: string, filling = '') => JSON.stringify({ id, type: 'webhook.test', data: { filling } })
  const sign = (body: string, more: SignOptions = {}, secret = SECRET) => signTestWebhook(body, secret, more)
  const timestamp = Math.floor(Date.now() / 1000) - 3600
  const refused = {
    'a forged signature': [write('forged'), await sign(write('forged'), {}, OTHER_SECRET)],
    'the signature of another body': [write('changed'), await sign(write('first'))],
    'no signature': [write('unsigned'), {}],
    'malformed headers': [write('odd'), { 'x-service-signature': 'v1=0', 'x-service-timestamp': 'now' }],
    'malformed JSON': ['{"id": ', await sign('{"id": ', { eventId: 'malformed' })],
    'no body': ['', await sign('', { eventId: 'empty' })],
    'an old call': [write('old'), await sign(write('old'), { timestamp })],
  } as const
  assert.equal(await post(port, write('first'), await sign(write('first'))), 204)
  for (const [what, [body, headers]] of Object.entries(refused))
    assert.equal(await post(port, body, headers), 400, what)
  const huge = write('huge', 'x'.repeat(2 * BODY_LIMIT))
  for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
    const status = await post(port, huge, { ...(await sign(huge)), ...headers })
    // The connection may close while the rest of the body is on its way.
    assert.ok(status === 413 || status === 'closed', `a huge body: ${status}`)
  }
  assert.equal(await post(port, write('second'), await sign(write('second'))), 204)
  await until('the second event', () => readHandled().includes('second'))
  assert.deepEqual(readHandled(), ['first', 'second'])
}

async function post(port: number, body: string, own: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/json', ...own }
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
