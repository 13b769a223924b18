import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { postJobs } from '../../server/src/domains/social/posts/jobs.ts'
import { systemClock } from '../../server/src/kit/clock.ts'
import { startQueue } from '../../server/src/queue/start.ts'
import { atEnd, boot } from '../../server/test/support/harness.ts'
import { inherited, programFile } from '../../server/test/support/processes.ts'
import { installCli } from './program.ts'

const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

/** Shell blocks, except those under a line `*Needs ... .*`. */
const blocks = [...text.matchAll(/(\*Needs [^\n]*\*\n\n)?```sh\n(.*?)```/gs)].flatMap(([, needs, block = '']) =>
  needs ? [] : block,
)

/** Returns a folder with the program under its name. */
function putOnPath(home: string): string {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const program = join(bin, 'quoin')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${programFile('cli/src/main.ts')}' "$@"\n`)
  chmodSync(program, 0o755)
  return bin
}

test('the tour of the README runs as written', async () => {
  const world = await boot({ clock: systemClock })
  const queue = await startQueue(world.ctx, { jobs: postJobs, drainSeconds: 5 })
  atEnd(() => queue.stop())
  const { home } = installCli()
  mkdirSync(join(home, 'data'))
  writeFileSync(join(home, 'data/first-run.json'), JSON.stringify({ base_url: world.url, live_key: await world.key() }))
  const bin = putOnPath(home)
  const env = {
    ...inherited,
    PATH: `${bin}:${dirname(process.execPath)}:${inherited.PATH}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
  }
  const script = `set -euo pipefail\n${blocks.join('\n')}\necho "$WEBHOOK_SECRETS"\n`
  const printed = await new Promise<string>((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd: home, env, timeout: 120_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stdout}\n${stderr}`, { cause: error })) : resolve(stdout),
    )
  })
  assert.ok(blocks.length >= 8)
  assert.match(printed, /\nbasic\n/)
  assert.match(printed, /\npublished\n/)
  assert.match(printed, /post\.published +\S{26}/)
  assert.match(printed, /\nwhsec_\S+\n$/)
  const [first, second] = printed.match(/^prof_\S{26}$/gm) ?? []
  assert.ok(first !== undefined && first === second)
})

test('in a real bash, Tab completes commands, verbs, flags and values', async () => {
  const { home } = installCli()
  const bin = putOnPath(home)
  // Does what Tab does: calls the command's completion function with the words so far.
  const script = `
    source <(quoin completion bash)
    try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _quoin; echo "\${COMPREPLY[*]}"; }
    complete -p quoin
    try quoin webhook-
    try quoin posts unp
    try quoin posts create --sched
    try quoin api-keys create --mode te`
  const printed = await new Promise<string>((resolve, reject) => {
    const env = { ...inherited, PATH: `${bin}:${inherited.PATH}`, HOME: home }
    execFile('bash', ['-c', script], { env, timeout: 60_000 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })
  assert.deepEqual(printed.trim().split('\n'), [
    'complete -F _quoin quoin',
    'webhook-deliveries',
    'unpublish',
    '--scheduled-at',
    'test',
  ])
})
