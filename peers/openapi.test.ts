import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endpoints } from '../server/src/http/catalogue.ts'
import { boot } from '../server/test/harness.ts'
import { fromDebian, fromNpm, run } from './peer.ts'
import { type Description, forSpecmatic, operationsOf } from './specmatic.ts'

const redocly = fromNpm('@redocly/cli', 'bin/cli.js')
const spectral = fromNpm('@stoplight/spectral-cli', 'dist/index.js')
const specmatic = fromNpm('specmatic', 'specmatic.jar')
const java = fromDebian('java', 'default-jre-headless')

const world = await boot({ env: { TEST_QUOTA_PER_DAY: '1000000' } })
const scratch = mkdtempSync(join(tmpdir(), 'quoin-openapi-'))
after(() => rmSync(scratch, { recursive: true }))
const description = (await world.client()('GET', '/openapi.json')).body as Description
const file = write('openapi.json', description)

function write(name: string, content: unknown): string {
  const path = join(scratch, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return path
}

test("Redocly's recommended rules find no error in the description", { skip: redocly.skip }, async ({ signal }) => {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = ['lint', '--extends=recommended', '--format=stylish', file]
  const { code, output } = await run(process.execPath, [redocly.path, ...args], { cwd: scratch, env, signal })
  assert.equal(code, 0, output)
  assert.match(output, /is valid/)
})

test("Spectral's rules for OpenAPI find no error in the description", { skip: spectral.skip }, async ({ signal }) => {
  const ruleset = write('spectral.yaml', 'extends: ["spectral:oas"]\n')
  const args = ['lint', '--ruleset', ruleset, '--fail-severity=error', file]
  const { code, output } = await run(process.execPath, [spectral.path, ...args], { cwd: scratch, signal })
  assert.equal(code, 0, output)
})

test('every operation keeps its word to the requests Specmatic makes up', {
  skip: specmatic.skip || java.skip,
  timeout: 160_000,
}, async ({ signal }) => {
  const contract = forSpecmatic(description, endpoints)
  const args = ['-jar', specmatic.path, 'test', `--testBaseURL=${world.url}`, write('contract.json', contract)]
  const env = {
    // Named after the security scheme. A test key is answered each endpoint's example and changes nothing.
    bearer: await world.key({ mode: 'test' }),
    SPECMATIC_GENERATIVE_TESTS: 'true',
    MAX_TEST_REQUEST_COMBINATIONS: '10',
  }
  // It leaves its reports in the folder it runs in.
  mkdirSync(join(scratch, 'specmatic'))
  const { code, output } = await run(java.path, args, { cwd: join(scratch, 'specmatic'), env, signal })
  assert.equal(code, 0, output.slice(-6000))
  const answered = [...output.matchAll(/Scenario: (\S+ \S+) -> .* has SUCCEEDED/g)].map((match) => match[1])
  assert.deepEqual(
    operationsOf(contract).filter((operation) => !answered.includes(operation)),
    [],
    'operations that were not exercised',
  )
})
