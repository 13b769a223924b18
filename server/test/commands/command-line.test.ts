import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AUDITED, type Command } from '../../src/commands/command.ts'
import { COMMANDS } from '../../src/commands/commands.ts'
import { VERSION } from '../../src/kit/version.ts'
import { commandsOn } from '../support/commands.ts'
import { boot } from '../support/harness.ts'
import { run } from '../support/processes.ts'

const world = await boot()
const { ctx, workspaceId, operator } = world
const quoin = commandsOn(ctx)
const actorAndReason = ['--actor', 'tester@example.com', '--reason', 'a test']

async function ended(args: readonly string[], env: Record<string, string> = {}) {
  const [command = '', ...more] = args
  const program = run(command, env, { args: more })
  const { code } = await program.ended
  return { code, output: program.output() }
}

test('every command explains itself with --help and accepts --json; the groups list their commands', async () => {
  for (const { name, summary, options = [], words = [] } of COMMANDS) {
    const printed: string[] = []
    await assert.rejects(quoinPrinting(printed, ...name.split(' '), '--help'), { code: 'commander.helpDisplayed' })
    const help = printed.join('\n').replace(/\s+/g, ' ')
    for (const part of [`Usage: quoin-server ${name}`, summary, '--json', ...options.map(({ flags }) => flags)])
      assert.ok(help.includes(part.replace(/\s+/g, ' ')), `${name}: ${part}`)
    for (const word of words) assert.ok(help.includes(word.description), `${name}: ${word.name()}`)
  }
})

test('--help and --version exit with 0 and need no database; no command and a wrong one exit with 2', async () => {
  const [help, version, none, wrong, group] = await Promise.all([
    ended(['--help']),
    ended(['--version']),
    ended([]),
    ended(['dotcor']),
    ended(['keys']),
  ])
  assert.equal(help.code, 0)
  assert.match(help.output, /all .*serve .*work .*migrate .*doctor .*keys .*ledger /s)
  assert.deepEqual([version.code, version.output], [0, `${VERSION}\n`])
  assert.equal(none.code, 2)
  assert.match(wrong.output, /unknown command 'dotcor'\s+\(Did you mean doctor\?\)/)
  assert.equal(wrong.code, 2)
  assert.match(group.output, /create .*revoke /s)
  assert.equal(group.code, 2)
})

test('an unknown option is refused with the nearest one, before anything runs', async () => {
  for (const { name, words = [] } of COMMANDS)
    await assert.rejects(
      quoin(...name.split(' '), ...words.map(() => '1'), '--jsn'),
      /unknown option '--jsn'\s+\(Did you mean --json\?\)/,
      name,
    )
  const { code, output } = await ended(['credits', 'grant', 'ws_x', '5', '--reasn', 'why'])
  assert.equal(code, 2)
  assert.match(output, /Did you mean --reason\?/)
  await assert.rejects(quoin('keys', 'revoke', 'ws_x', 'key_x', 'more'), /too many arguments/)
})

test('every command that changes something needs --actor and --reason, and says which one is missing', async () => {
  const isAudited = ({ options = [] }: Command) => AUDITED.every((each) => options.includes(each))
  const audited = COMMANDS.filter(isAudited).map(({ name }) => name)
  for (const name of [
    'keys create',
    'credits adjust',
    'orders approve',
    'prices publish',
    'suppress add',
    'import forget',
  ])
    assert.ok(audited.includes(name), name)
  for (const { name, words = [] } of COMMANDS.filter(isAudited)) {
    const call = [...name.split(' '), ...words.map(() => '1')]
    await assert.rejects(quoin(...call, '--reason', 'why'), /--actor is missing/, name)
    await assert.rejects(quoin(...call, '--actor', 'me'), /--reason is missing/, name)
  }
})

test('suppressions for every workspace are in the audit log', async () => {
  const [, id = ''] =
    /\((sup_\w+)\)/.exec(await quoin('suppress', 'add', 'domain', 'gone.example', ...actorAndReason)) ?? []
  await quoin('suppress', 'remove', id, ...actorAndReason)
  await quoin('import', 'forget', 'nothing', ...actorAndReason)
  const { body } = await operator('GET', '/v1/operator/audit?limit=10')
  assert.deepEqual(
    body.data.map(({ action, actor, workspace_id }: Record<string, unknown>) => [action, actor, workspace_id]),
    [
      ['directory.forget', 'tester@example.com', null],
      ['suppressions.remove', 'tester@example.com', null],
      ['suppressions.add', 'tester@example.com', null],
    ],
  )
})

test('with --json a command prints one JSON document, and errors are JSON on standard error', async () => {
  const json = async (...args: string[]) => JSON.parse(await quoin(...args, '--json'))
  const created = await json('keys', 'create', workspaceId, ...actorAndReason)
  assert.match(created.key, /^qk_live_/)
  const listed = await json('keys', 'list', workspaceId)
  assert.ok(listed.data.some(({ id }: { id: string }) => id === created.id))
  assert.equal((await json('keys', 'revoke', workspaceId, created.id, ...actorAndReason)).id, created.id)
  const granted = await json('credits', 'grant', workspaceId, '5', ...actorAndReason)
  assert.equal(granted.credits, 5)
  assert.equal((await json('credits', 'adjust', workspaceId, '-2', ...actorAndReason)).change, -2)
  assert.deepEqual(await json('orders', 'list'), { data: [] })
  assert.deepEqual((await json('suppress', 'list')).data, [])
  const imported = await json('import', 'people', '--synthetic', '20')
  assert.deepEqual([imported.records, imported.added, imported.source], [20, 20, 'synthetic'])

  const refused = await ended(['keys', 'list', '--colour', 'red', '--json'])
  assert.equal(refused.code, 2)
  assert.equal(JSON.parse(refused.output).error.code, 'usage_error')
  const broken = await ended(['ledger', 'verify', '--json'], { DATABASE_URL: 'postgres://me@127.0.0.1:1/none' })
  assert.equal(broken.code, 1)
  assert.match(JSON.parse(broken.output).error.message, /^DATABASE_URL: /)
})

/** Help is printed and then thrown. */
async function quoinPrinting(printed: string[], ...args: string[]): Promise<void> {
  const { runProgram } = await import('../../src/commands/program.ts')
  await runProgram(args, { print: (text) => printed.push(text), printError: () => {}, run: async () => undefined })
}
