import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { writeGroup } from '../groups.ts'

const runFiles = pathToFileURL(join(import.meta.dirname, '../run-files.ts')).href

/** Runs these files as one group, as `npm test` does, in separate processes. */
async function runGroup(files: Record<string, string>, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-runner-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, `${name}.mjs`), content)
  const sources = Object.keys(files).map((name) => `${name}.ts`)
  const options = { root: folder, files: [writeGroup(folder, sources, 0)], groups: [sources], concurrency: 1 }
  const program = `import { runFiles } from '${runFiles}'
    const isGood = await runFiles({ ...${JSON.stringify(options)}, signal: new AbortController().signal })
    process.exit(isGood ? 0 : 1)`
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  writeFileSync(join(folder, 'run.mjs'), program)
  const child = spawn(process.execPath, [join(folder, 'run.mjs')], { env: { ...inherited, ...env } })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [output, code] = await Promise.all([text(child.stdout), ended])
  rmSync(folder, { recursive: true })
  return { output, code }
}

const passing = (name: string) => `import { test } from 'node:test'\ntest('${name}', () => {})\n`
const keepsOpen = 'setInterval(() => {}, 1000)\n'

test('a file that takes longer than a process may stay open is not killed, however long ago another one ended', async () => {
  const slow = `import { test } from 'node:test'
    import { setTimeout as sleep } from 'node:timers/promises'
    await sleep(1000)
    test('slow', () => sleep(1000))
    test('last', () => {})`
  const { output, code } = await runGroup({ quick: passing('quick'), slow }, { TEST_OPEN_SECONDS: '0.3' })
  assert.equal(code, 0, output)
  assert.match(output, /pass 3\n/)
})

test('handles left open after the last test fail the run, which reports them', async () => {
  const open = { first: passing('one'), second: passing('two') + keepsOpen }
  const { output, code } = await runGroup(open, { TEST_OPEN_SECONDS: '0.3' })
  assert.equal(code, 1, output)
  assert.match(output, /ended 0\.3 s after its last test\. It still has open: .*Timeout/)
  assert.doesNotMatch(output, /did not run/)
})

test('a process that ends early fails the run, which lists the files and tests that did not run', async () => {
  // Ends as if killed by a signal, after its reports so far were sent.
  const cut = `import { test } from 'node:test'
    test('ran', () => {})
    test('cut here', async () => {
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
      process.exit(0)
    })
    test('never began', () => {})`
  const { output, code } = await runGroup({ one: passing('before'), two: cut, three: passing('after') })
  assert.equal(code, 1, output)
  const [, files = '', tests = ''] =
    /Files that did not run.*:\n([^]*)Tests that did not run.*:\n([^]*)$/.exec(output) ?? []
  assert.deepEqual(files.trim().split(/\s+/), ['two.ts', 'three.ts'])
  assert.match(tests, /two\.mjs:3:\d+ cut here\n.*two\.mjs:7:\d+ never began\n/)
  assert.doesNotMatch(tests, /before|ran\b/)
})
