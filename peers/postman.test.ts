import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { endpoints } from '../server/src/http/catalogue.ts'
import { operations } from '../server/src/http/openapi/operations-list.ts'
import { assertDeclared } from '../server/test/support/declared-requests.ts'
import { parseShellBlocks, runScript } from '../server/test/support/guide.ts'
import { scratch } from '../server/test/support/processes.ts'
import { startLiveServer } from './live-server.ts'
import { fromNpm, run } from './peer.ts'

const newman = fromNpm('newman', 'bin/newman.js')
const folder = join(import.meta.dirname, '../integrations/postman')
const collection = join(folder, 'quoin.postman_collection.json')
const environment = join(folder, 'quoin.postman_environment.json')

interface Execution {
  readonly item: { readonly id: string }
  readonly response?: {
    readonly code: number
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly stream: { readonly data: readonly number[] }
  }
  readonly assertions?: readonly { readonly assertion: string; readonly error?: { readonly message: string } }[]
}

/** Sends the collection, or folders of it, as `newman run` does for users. */
async function send(key: string, signal: AbortSignal, ...folders: readonly string[]): Promise<Execution[]> {
  const report = join(scratch(), 'report.json')
  const variables = [`baseUrl=${server.url}`, `apiKey=${key}`].flatMap((variable) => ['--env-var', variable])
  const chosen = folders.flatMap((name) => ['--folder', name])
  const args = [
    'run',
    collection,
    '-e',
    environment,
    ...variables,
    ...chosen,
    '-r',
    'json',
    '--reporter-json-export',
    report,
  ]
  const { code, output } = await run(process.execPath, [newman.path, ...args], { signal })
  const { run: sent } = JSON.parse(readFileSync(report, 'utf8')) as { run: { executions: Execution[] } }
  const failed = sent.executions.flatMap(({ item, response, assertions = [] }) =>
    assertions
      .filter(({ error }) => error)
      .map(({ error }) => `${item.id}: ${error?.message} ${readBodyText(response)}`),
  )
  assert.deepEqual(failed, [], output)
  assert.equal(code, 0, output)
  return sent.executions
}

function readBodyText(response: Execution['response']): string {
  return Buffer.from(response?.stream.data ?? []).toString()
}

/** Asserts that every reply has the declared status, headers and schema. */
function assertAllDeclared(executions: readonly Execution[]): void {
  for (const { item, response } of executions) {
    const endpoint = endpoints.find(({ id }) => id === item.id.split('/').at(-1))
    assert.ok(endpoint && response, item.id)
    const text = readBodyText(response)
    assert.equal(response.code, endpoint.status, text)
    if (endpoint.special.streams) continue
    const headers = new Headers(response.header.map(({ key, value }) => [key, value]))
    assertDeclared(endpoint, { status: response.code, headers, text, body: JSON.parse(text) })
  }
}

const server = await startLiveServer()

describe('the Postman collection, sent by newman', { skip: newman.skip, timeout: 240_000 }, () => {
  test('with a test key, every operation responds as declared', async ({ signal }) => {
    const executions = await send(server.test_key, signal)
    assertAllDeclared(executions)
    const sent = new Set(executions.map(({ item }) => item.id))
    assert.deepEqual(
      operations.map(({ id }) => id).filter((id) => !sent.has(id)),
      [],
    )
  })

  test('with a live key, a post is published on the sandbox, gets a comment and a reply', async ({ signal }) => {
    const executions = await send(server.live_key, signal, 'Walkthrough: publish on the sandbox')
    assertAllDeclared(executions)
    const reply = executions.find(({ item }) => item.id.endsWith('/comments.reply'))
    assert.match(readBodyText(reply?.response), /At the harbour/)
  })

  test('with a live key, people are bought and the receipt shows their price', async ({ signal }) => {
    const executions = await send(server.live_key, signal, 'Walkthrough: look up people')
    assertAllDeclared(executions)
    const receipt = executions.find(({ item }) => item.id.endsWith('/requests.get'))
    assert.equal(JSON.parse(readBodyText(receipt?.response)).credits, 2)
  })

  test('the command in its README works as written', async () => {
    const cwd = scratch()
    const [block] = parseShellBlocks(readFileSync(join(folder, 'README.md'), 'utf8'))
    mkdirSync(join(cwd, 'data'))
    writeFileSync(join(cwd, 'data/first-run.json'), JSON.stringify({ ...server, base_url: server.url }))
    symlinkSync(join(folder, '..'), join(cwd, 'integrations'))
    // Uses this suite's newman instead of the latest from the registry.
    writeFileSync(join(cwd, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${newman.path}" "$@"\n`, {
      mode: 0o755,
    })
    const printed = await runScript(block?.script ?? '', cwd, { ...process.env, PATH: `${cwd}:${process.env['PATH']}` })
    assert.match(printed, /assertions/)
  })
})
