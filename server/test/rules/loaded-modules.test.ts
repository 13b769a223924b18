import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')

/** Prints the packages whose modules a server has loaded when its timers have run, and its own modules. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  const load = (file) => import('${join(root, 'server/src')}/' + file)
  await load('commands/start.ts')
  const [{ timers }, { timerHandler }, { findPayloadError }] = [
    await load('worker/worker.ts'), await load('queue/timers.ts'), await load('queue/payload.ts'),
  ]
  for (const timer of timers) findPayloadError(timerHandler(timer).job, {})
  const packages = urls.flatMap((url) => /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? [])
  const own = urls.filter((url) => url.includes('/server/src/'))
  process.stdout.write(JSON.stringify({ packages: [...new Set(packages)], own }))
`

test('an idle server loads no package, connector or documentation page before its first use', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    cwd: root,
  })
  const { packages, own } = JSON.parse(printed) as { packages: string[]; own: string[] }
  assert.ok(packages.includes('fastify') && own.length > 500, 'the list is that of a server')
  const later =
    /^(typebox|undici|ajv.*|any-ascii|disposable-email-domains-js|stripe|@aws-sdk\/.*|@redis\/client|nodemailer|marked|minisearch|@modelcontextprotocol\/.*|openid-client|otpauth|@simplewebauthn\/server|ws|pino-pretty|file-type|@fastify\/busboy)$/
  assert.deepEqual(
    packages.filter((name) => later.test(name)),
    [],
  )
  assert.deepEqual(
    own.filter((url) => /\/connectors\/\w+\/connector\.ts$|\/http\/docs\/(?!mount\.ts)|\/http\/openapi/.test(url)),
    [],
  )
})
