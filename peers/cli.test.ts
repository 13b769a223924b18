import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { measureProcessorMs } from '../server/bench/rig/child-processor.ts'
import { atEnd, until } from '../server/test/support/harness.ts'
import { startLiveServer } from './live-server.ts'
import { fromDebian, fromNpm, run } from './peer.ts'
import { installPacked } from './sdk-package.ts'

const folder = mkdtempSync(join(tmpdir(), 'quoin-cli-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))
const tarball = installPacked('cli', folder)
const program = join(folder, 'node_modules/.bin/quoin')
const server = await startLiveServer()
const env = { NODE_OPTIONS: '', XDG_CONFIG_HOME: folder, QUOIN_API_KEY: server.live_key, QUOIN_BASE_URL: server.url }

const versions = [
  { version: 20, ...fromNpm('node-20', 'bin/node') },
  { version: 22, ...fromNpm('node-22', 'bin/node') },
  { version: 24, path: process.execPath, skip: false as const },
]

for (const { version, path, skip } of versions)
  test(`the packed command line runs on Node ${version}`, { skip }, async ({ signal }) => {
    const quoin = (...words: string[]) => run(path, [program, ...words], { env, signal })
    assert.match(execFileSync(path, ['--version'], { encoding: 'utf8', env: {} }), new RegExp(`^v${version}\\.`))
    assert.match((await quoin('--help')).output, /^Usage: quoin <command>/)
    assert.match((await quoin('--version')).output, /^\d+\.\d+\.\d+\n$/)
    const made = await quoin(
      'profiles',
      'create',
      '--name',
      `Node ${version}`,
      '--metadata.node',
      `${version}`,
      '--quiet',
    )
    assert.match(made.output, /^prof_\S+\n$/)
    assert.equal((await quoin('profiles', 'get', made.output.trim(), '--jq', '.metadata.node')).output, `${version}\n`)
    const help = await quoin('profiles', 'create', '--help')
    assert.deepEqual([help.code, /Error|outputHelp/.test(help.output)], [0, false], help.output)
    assert.equal((await quoin('profiles', 'list', '--unheard')).code, 2)
    assert.equal((await quoin('profiles', 'get', 'prof_none')).code, 5)
    // `quoin mcp` ends when its input does, which is at once.
    const mcp = await quoin('mcp')
    assert.equal(mcp.code, 0, mcp.output)
    const listening = quoin('listen', '--events', 'post.published', '--limit', '1', '--json')
    const triggered = await until('an event', async () => {
      const { code, output } = await quoin('trigger', 'post.published')
      assert.equal(code, 0, output)
      return Promise.race([
        listening.then(() => true),
        new Promise<false>((resolve) => setTimeout(resolve, 2000, false)),
      ])
    })
    assert.ok(triggered)
    assert.match((await listening).output, /"type":"post\.published"/)
  })

test('the package has no dependencies and is small', () => {
  assert.ok(statSync(tarball).size < 150_000, `${statSync(tarball).size} bytes`)
  assert.deepEqual(readdirSync(join(folder, 'node_modules')).toSorted(), ['.bin', '.package-lock.json', '@quoin'])
  assert.ok(!existsSync(join(folder, 'node_modules/@quoin/cli/node_modules')))
})

test('quoin --help takes at most 70 ms more processor time than node alone', () => {
  const bare = measureProcessorMs([process.execPath, '-e', '0'], 10)
  const help = measureProcessorMs([process.execPath, program, '--help'], 10)
  assert.ok(help - bare <= 70, `${help} ms, of which node alone takes ${bare}`)
})

const terminal = await fromDebian('script', 'bsdutils')

test('a terminal gets a table with colours, unless NO_COLOR is set', { skip: terminal.skip }, async ({ signal }) => {
  const command = `'${process.execPath}' '${program}' profiles list`
  const shown = async (more: Record<string, string>) =>
    (await run(terminal.path, ['-qec', command, '/dev/null'], { env: { ...env, TERM: 'xterm', ...more }, signal }))
      .output
  await run(process.execPath, [program, 'profiles', 'create', '--name', 'Table 表'], { env, signal })
  const coloured = await shown({})
  assert.match(coloured.replaceAll('\u001b', '^'), /\^\[2mID\^\[0m +\^\[2mNAME/)
  const plain = await shown({ NO_COLOR: '1' })
  assert.match(plain, /^ID +NAME +.*CREATED_AT/)
  assert.ok(!plain.includes('\u001b'))
})

/** Input of each shell, and how a program presses Tab. zsh shows its list through a function, which prints it here. */
const SHELLS: Record<string, (line: string) => string> = {
  fish: (line) => `quoin completion fish | source; complete -C '${line}'`,
  zsh: (line) =>
    `compdef() { :; }; eval "$(quoin completion zsh)"; _describe() { print -rl -- \${(P)2}; }
     words=(\${(s: :)\${:-${line}}}); CURRENT=\${#words}; _quoin`,
}
for (const [shell, complete] of Object.entries(SHELLS)) {
  const { path, skip } = await fromDebian(shell, shell)
  test(`in a real ${shell}, Tab completes commands, verbs and flags`, { skip }, async ({ signal }) => {
    const PATH = `${join(folder, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env['PATH']}`
    const tab = async (line: string) =>
      (await run(path, ['-c', complete(line)], { env: { ...env, PATH, HOME: folder }, signal })).output
    assert.match(await tab('quoin webhook'), /^webhook-deliveries/m)
    assert.match(await tab('quoin posts cr'), /^create/m)
    assert.match(await tab('quoin posts create --sch'), /^--scheduled-at/m)
  })
}
