import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')

/** Prints the packages whose modules a program has loaded, and how many modules of our own. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  await import('${join(root, 'server/src/commands/start.ts')}')
  const packages = urls.flatMap((url) => /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? [])
  const own = urls.filter((url) => url.includes('/server/src/'))
  process.stdout.write(JSON.stringify({ packages: [...new Set(packages)], own }))
`

test('a start loads no package and no connector before it is first used', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    cwd: root,
  })
  const { packages, own } = JSON.parse(printed) as { packages: string[]; own: string[] }
  assert.ok(packages.includes('fastify') && own.length > 500, 'the list is that of a server')
  const later =
    /^(typebox|undici|ajv.*|any-ascii|disposable-email-domains-js|stripe|@aws-sdk\/.*|@redis\/client|nodemailer|marked|minisearch|@modelcontextprotocol\/.*|openid-client|otpauth|@simplewebauthn\/server|ws|pino-pretty|file-type)$/
  assert.deepEqual(
    packages.filter((name) => later.test(name)),
    [],
  )
  assert.deepEqual(
    own.filter((url) => /\/connectors\/\w+\/connector\.ts$/.test(url)),
    [],
  )
})
