import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endpoints, routes } from '../server/src/http/catalogue.ts'
import type { AnyEndpoint } from '../server/src/kit/declare/endpoint.ts'
import { boot } from '../server/test/support/harness.ts'
import { fromDebian, fromNpm, run } from './peer.ts'
import { type Description, forSpecmatic, listOperations, whyExcluded } from './specmatic.ts'

const redocly = fromNpm('@redocly/cli', 'bin/cli.js')
const spectral = fromNpm('@stoplight/spectral-cli', 'dist/index.js')
const generator = fromNpm('openapi-typescript', 'bin/cli.js')
const specmatic = fromNpm('specmatic', 'specmatic.jar')
const java = await fromDebian('java', 'default-jre-headless')
const withSpecmatic = { skip: specmatic.skip || java.skip, timeout: 300_000 }

const world = await boot({ env: { TEST_QUOTA_PER_DAY: '1000000' } })
const scratch = mkdtempSync(join(tmpdir(), 'quoin-openapi-'))
after(() => rmSync(scratch, { recursive: true }))
const description = (await world.client()('GET', '/openapi.json')).body as Description
const file = write('openapi.json', description)
const file30 = write('openapi-3.0.json', (await world.client()('GET', '/openapi-3.0.json')).body)

function write(name: string, content: unknown, folder = scratch): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return path
}

for (const [version, path] of Object.entries({ '3.1': file, '3.0': file30 }))
  test(`Redocly's recommended rules find no error in the description as ${version}`, { skip: redocly.skip }, async ({
    signal,
  }) => {
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    // A nullable reference has no type of its own; generators read it as intended (decision 0069).
    const args = ['lint', '--extends=recommended', '--skip-rule=nullable-type-sibling', '--format=stylish', path]
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

/** Code that a strict client expects to compile with types generated from the description. */
const CLIENT = `
import type { components, operations, webhooks } from './api.js'

type Body<O extends keyof operations> = operations[O] extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never
type Problem<O extends keyof operations, S extends keyof operations[O]['responses']> =
  operations[O]['responses'][S] extends { content: { 'application/problem+json': infer P } } ? P : never
type Payload<E extends keyof webhooks> = webhooks[E] extends { post: { requestBody: { content: { 'application/json': infer B } } } } ? B : never
type Same<A, B> = [A, B] extends [B, A] ? true : false

// A field with a default may be omitted from requests.
export const key: Body<'api_keys.create'> = {}
export const post: Body<'posts.create'> = { targets: [{ account_id: 'acc_1' }] }
export const job: Body<'bulk_jobs.create'> = { action: 'contacts/verify-email', queries: ['ada@example.com'] }
// Required fields are required.
// @ts-expect-error
export const empty: Body<'profiles.create'> = {}
// Responses always have the fields that they declare.
export const read = (answer: components['schemas']['WebhookResponse']): readonly string[] => answer.events

export const spent: Same<Problem<'data.find_email', 402>['code'], 'insufficient_credits' | 'key_budget_exceeded' | 'max_credits_exceeded'> = true
export const missed: Same<Problem<'profiles.get', 404>['code'], 'not_found'> = true

export function receive(event: Payload<'post.published'> | Payload<'post.failed'> | Payload<'comment.received'>): string {
  if (event.type === 'comment.received') return event.data.comment.id
  return event.data.post.id
}
`

test('with types from openapi-typescript, a strict client can omit defaults and narrow errors and events', {
  skip: generator.skip,
}, async ({ signal }) => {
  const folder = mkdtempSync(join(scratch, 'types-'))
  const args = [generator.path, file, '-o', join(folder, 'api.d.ts')]
  const made = await run(process.execPath, args, { cwd: folder, signal })
  assert.equal(made.code, 0, made.output)
  const client = write('client.ts', CLIENT, folder)
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
  const options = ['--noEmit', '--ignoreConfig', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
  const { code, output } = await run(process.execPath, [tsc, ...options, ...strict, client], { cwd: folder, signal })
  assert.equal(code, 0, output)
})

/** Sends the requests that Specmatic generates from the description of these endpoints, and checks that it covers all of them. */
async function conform(chosen: readonly AnyEndpoint[], isGenerative: boolean, signal: AbortSignal): Promise<void> {
  const contract = forSpecmatic(description, chosen)
  const folder = mkdtempSync(join(scratch, 'specmatic-'))
  const args = ['-jar', specmatic.path, 'test', `--testBaseURL=${world.url}`, write('contract.json', contract, folder)]
  const env = {
    // Named after the security scheme. With a test key, each endpoint returns its example and changes nothing.
    bearer: await world.key({ mode: 'test' }),
    SPECMATIC_GENERATIVE_TESTS: String(isGenerative),
    MAX_TEST_REQUEST_COMBINATIONS: '10',
  }
  // Specmatic writes its reports to the working directory.
  const { code, output } = await run(java.path, args, { cwd: folder, env, signal })
  assert.equal(code, 0, output.slice(-6000))
  const answered = [...output.matchAll(/Scenario: (\S+ \S+) -> .* has SUCCEEDED/g)].map((match) => match[1])
  const missed = listOperations(contract).filter((operation) => !answered.includes(operation))
  assert.deepEqual(missed, [], 'operations that were not exercised')
}

const called = endpoints.filter((endpoint) => !whyExcluded(endpoint))
/** True for endpoints with rules that no schema expresses, or with a cursor, which cannot be made up. */
const hasRules = (endpoint: AnyEndpoint) =>
  endpoint.check !== undefined ||
  routes.some((route) => route.endpoint === endpoint && route.check) ||
  [endpoint.body, endpoint.query].some((part) => 'cursor' in Object(Reflect.get(part ?? {}, 'properties')))

test('every operation conforms to its description for generated requests', withSpecmatic, async (t) => {
  for (const endpoint of endpoints)
    if (whyExcluded(endpoint)) t.diagnostic(`${endpoint.id} is left out: ${whyExcluded(endpoint)}`)
  // No schema expresses rules over the whole input: values generated field by field may rightly be refused.
  await conform(
    called.filter((endpoint) => !hasRules(endpoint)),
    true,
    t.signal,
  )
})

test('operations with rules over their whole input conform for their own example', withSpecmatic, async (t) => {
  await conform(called.filter(hasRules), false, t.signal)
})
