import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createPythonTypes } from '../server/gen/python-types.ts'
import { buildPythonSnippet } from '../server/src/http/docs/snippets/python.ts'
import { operations } from '../server/src/http/openapi/operations-list.ts'
import { parseShellBlocks, runScript } from '../server/test/support/guide.ts'
import { scratch } from '../server/test/support/processes.ts'
import { whyAbsent, whyMissing } from './debian.ts'
import { startLiveServer } from './live-server.ts'
import { run } from './peer.ts'

const PYTHON = '/usr/bin/python3'
const packageFolder = join(import.meta.dirname, '../sdk-python')
const folder = scratch()

const skip =
  (await whyMissing('/usr/lib/python3/dist-packages/httpx', ['python3', 'python3-httpx'])) ??
  (await whyMissing('/usr/bin/mypy', ['mypy'])) ??
  (await whyMissing('/usr/lib/python3/dist-packages/hatchling', ['python3-hatchling'])) ??
  (await whyMissing('/usr/lib/python3/dist-packages/pip', ['python3-pip'])) ??
  false

const hasVenv = () => spawnSync(PYTHON, ['-c', 'import ensurepip']).status === 0
const withoutVenv = skip || ((await whyAbsent('the module venv', hasVenv, ['python3-venv'])) ?? false)

// With sandbox payments, the tests of paid searches can buy credits.
const server = skip ? undefined : await startLiveServer({ PAYMENT_PROVIDER: 'sandbox' })
const environment = {
  PYTHONDONTWRITEBYTECODE: '1',
  MYPY_CACHE_DIR: join(folder, 'mypy'),
  QUOIN_BASE_URL: server?.url ?? '',
  QUOIN_API_KEY: server?.live_key ?? '',
  QUOIN_TEST_KEY: server?.test_key ?? '',
}

/** Runs Python in a folder. On failure, its output is the message. */
async function python(args: readonly string[], { signal }: { signal: AbortSignal }, cwd: string, path = '') {
  const { code, output } = await run(PYTHON, args, { cwd, signal, env: { ...environment, PYTHONPATH: path } })
  assert.equal(code, 0, output)
  return output
}

const from = join(packageFolder, 'src')

describe('the Python package', { skip }, () => {
  test('passes mypy --strict, with its tests and the code that mypy must reject', async (t) => {
    assert.match(await python(['-m', 'mypy'], t, packageFolder, from), /no issues found in 3\d source files/)
  })

  for (const [name, guarantee] of Object.entries({
    test_models: 'returns dictionaries with typed attributes',
    test_webhooks: 'signs and verifies every vector',
    test_retries: 'repeats what passes, once for each logical call',
    test_live: 'calls a live server: pages, files, jobs, errors, and a lost answer that is charged once',
    test_live_async: 'does the same asynchronously',
    test_follow: 'follows events over lost connections, each of them once',
    test_live_follow: 'follows the events of a live server',
    test_paid_items: 'keeps what a paid search has bought when it ends in the middle',
  }))
    test(guarantee, async (t) => {
      const output = await python(['-m', 'unittest', '-v', `tests.${name}`], t, packageFolder, from)
      assert.match(output, /^Ran [1-9]\d* tests? in .*\n\nOK$/m)
    })

  test('runs every example of the documentation as written', async (t) => {
    const examples = operations.map((operation, at) => {
      const lines = buildPythonSnippet(operation).split('\n')
      return `def example_${at}() -> None:\n${lines.map((line) => line && `    ${line}`).join('\n')}\n`
    })
    writeFileSync(join(folder, 'examples.py'), examples.join('\n\n'))
    await python(['-m', 'mypy', '--strict', 'examples.py'], t, folder, from)
  })

  test('gives a title of a response and a request two types, and no attribute the name of a method', () => {
    const options = {
      type: 'object',
      title: 'Options',
      required: ['items', 'from'],
      properties: { items: { type: 'integer' }, from: { type: 'string', default: '' }, note: { type: 'string' } },
    }
    const types = createPythonTypes('t.')
    assert.equal(types.writeReplyType(options, ''), 't.Options')
    const open = { ...options, additionalProperties: true, properties: { items: { type: 'integer' } } }
    assert.equal(types.writeArgumentType(open, ''), 'Union[t.OptionsInput, Mapping[str, Any]]')
    assert.equal(
      types.declarations(),
      [
        'class Options(Model):\n    _optional = ("note",)\n    items_: int\n    from_: str\n    note: Optional[str]\n',
        'class OptionsInput(TypedDict):\n    items: int\n',
      ].join('\n\n'),
    )
  })

  test('is installed by the commands of its README', { skip: withoutVenv }, async (t) => {
    const environmentFolder = join(folder, 'venv')
    await python(['-m', 'venv', environmentFolder], t, folder)
    const [block] = parseShellBlocks(readFileSync(join(packageFolder, 'README.md'), 'utf8'))
    const script = `${block?.script ?? ''}\npython -c 'import quoin_sdk; print(type(quoin_sdk.Quoin()).__name__)'`
    const PATH = `${join(environmentFolder, 'bin')}:/usr/bin:/bin`
    const printed = await runScript(script, join(packageFolder, '..'), { ...process.env, ...environment, PATH })
    assert.match(printed, /^Quoin$/m)
  })

  test('builds a wheel without network access, with which its README runs as written', async (t) => {
    const wheels = join(folder, 'wheels')
    const installed = join(folder, 'installed')
    const offline = ['--no-index', '--no-deps', '--quiet', '--disable-pip-version-check']
    await python(['-m', 'pip', 'wheel', ...offline, '--no-build-isolation', '-w', wheels, packageFolder], t, folder)
    const [wheel = ''] = readdirSync(wheels)
    assert.match(wheel, /^quoin_sdk-\d+\.\d+\.\d+-py3-none-any\.whl$/)
    await python(['-m', 'pip', 'install', ...offline, '--target', installed, join(wheels, wheel)], t, folder)
    for (const file of ['py.typed', 'types.py', 'errors.py', '__init__.py'])
      assert.ok(existsSync(join(installed, 'quoin_sdk', file)), file)

    const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8')
    const blocks = [...readme.matchAll(/^```python\n([^]*?)^```/gm)].map(([, block]) => block)
    assert.ok(blocks.length >= 10)
    writeFileSync(join(folder, 'readme.py'), blocks.join('\n'))
    await python(['-m', 'mypy', '--strict', 'readme.py'], t, folder, installed)
    const printed = await python(['readme.py'], t, folder, installed)
    for (const line of [
      /^published http/m,
      /^needs 100000 has \d+$/m,
      /^404 not_found /m,
      /^4 4\n5 5 True\n3$/m,
      /^completed \d+$/m,
      /^post_1$/m,
      /^post\.published published$/m,
    ])
      assert.match(printed, line)
  })
})
