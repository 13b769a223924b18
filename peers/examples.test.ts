import assert from 'node:assert/strict'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { buildExampleTabs } from '../server/src/http/docs/examples.ts'
import { type Operation, operations } from '../server/src/http/openapi/operations-list.ts'
import { boot } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { whyMissing } from './debian.ts'
import { run } from './peer.ts'

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

describe('every TypeScript example', () => {
  const folder = scratch()
  const names = shown.map(({ id }) => `${id}.ts`)

  test('compiles under strict rules with the built package', async ({ signal }) => {
    const built = await run(process.execPath, [join(root, 'sdk/build.mjs')], { cwd: root, signal })
    assert.equal(built.code, 0, built.output)
    mkdirSync(join(folder, 'node_modules/@quoin'), { recursive: true })
    symlinkSync(join(root, 'sdk'), join(folder, 'node_modules/@quoin/sdk'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    for (const operation of shown)
      writeFileSync(join(folder, `${operation.id}.ts`), `${getExampleCode(operation, 'ts')}\n`)
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom,dom.iterable',
    ]
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { code, output } = await run(process.execPath, [tsc, ...options, ...strict, '--types', '', ...names], {
      cwd: folder,
      signal,
    })
    assert.equal(code, 0, output)
  })

  test('runs as shown with a test key', async ({ signal }) => {
    const imports = names.map((name) => `await import('./${name}').catch((error) => failed.push('${name}: ' + error))`)
    const runner = `const failed = []\n${imports.join('\n')}\nif (failed.length > 0) { console.error(failed.join('\\n')); process.exit(1) }\n`
    writeFileSync(join(folder, 'all.mjs'), runner)
    const { code, output } = await run(process.execPath, ['all.mjs'], { cwd: folder, env, signal })
    assert.equal(code, 0, output.slice(-4000))
  })
})

const skip = (await whyMissing('/usr/lib/python3/dist-packages/httpx', ['python3', 'python3-httpx'])) ?? false

test('every Python example runs as shown with a test key', { skip }, async ({ signal }) => {
  const folder = scratch()
  const parts = shown.map(
    (operation) => `(${JSON.stringify(operation.id)}, ${JSON.stringify(getExampleCode(operation, 'python'))})`,
  )
  const runner = `examples = [${parts.join(',\n')}]
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
  const folder = scratch()
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
