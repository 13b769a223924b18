import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { postJobs } from '../../src/domains/social/posts/jobs.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { startQueue } from '../../src/queue/start.ts'
import { commandsOn } from '../support/commands.ts'
import { parseShellBlocks, runScript } from '../support/guide.ts'
import { atEnd, boot, until } from '../support/harness.ts'
import { scratch } from '../support/processes.ts'

const root = join(import.meta.dirname, '../../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const [start, ...blocks] = parseShellBlocks(readme)
const hasCurl = spawnSync('curl', ['--version']).status === 0

test('the README begins with the two commands that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = start?.script.split('\n').filter(Boolean) ?? []
  assert.deepEqual(
    commands.map((line) => line.replace(/ *#.*/, '')),
    ['npm start', 'npm test'],
  )
  assert.ok(scripts['start'] && scripts['test'])
})

test('the calls of the README work as written', { skip: !hasCurl && 'curl is not installed' }, async () => {
  const world = await boot({ clock: systemClock })
  const queue = await startQueue(world.ctx, { jobs: postJobs })
  atEnd(() => queue.stop())
  await commandsOn(world.ctx)('import', 'people', '--synthetic', '500')
  const folder = scratch()
  const keys = { base_url: world.url, live_key: await world.key(), workspace_id: world.workspaceId }
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/first-run.json'), JSON.stringify(keys))
  symlinkSync(join(root, 'docs'), join(folder, 'docs'))

  const said = await runScript(blocks.map(({ script }) => script).join('\n'), folder)
  assert.match(said, /"content":"Hello, network"/)
  assert.match(said, /x-credits-charged: 2[^]*"full_name"/i)
  await until('the post to be published', async () => {
    const { data } = (await world.live('GET', '/v1/posts')).body
    return data[0]?.status === 'published'
  })
})

/**
 * The test that runs the commands of each README. guides.test.ts runs those of guides, peers/clean-copy.test.ts does so after
 * `npm start` on a clean copy.
 */
const RUN_BY: Readonly<Record<string, string>> = {
  'README.md': 'server/test/rules/readme.test.ts',
  'sdk/README.md': 'sdk/test/readme.test.ts',
  'sdk-python/README.md': 'peers/python.test.ts',
  'cli/README.md': 'cli/test/readme.test.ts',
  'server/README.md': 'peers/server-package.test.ts',
  'integrations/postman/README.md': 'peers/postman.test.ts',
}

test('every README with commands is run by a test', () => {
  const pages = globSync('{*,*/*}/README.md', { cwd: root, exclude: ['**/node_modules/**'] })
  // The portal's README is for contributors, with a command that runs until it is stopped.
  const forUsers = ['README.md', ...pages].filter((page) => page !== 'portal/README.md')
  const withCode = forUsers.filter((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return /^```(ts|js|py|python)$/m.test(text) || parseShellBlocks(text).some(({ needs }) => needs === undefined)
  })
  const missing = withCode.filter((page) => {
    const by = RUN_BY[page]
    return !by || !existsSync(join(root, by)) || !readFileSync(join(root, by), 'utf8').includes('README.md')
  })
  assert.deepEqual(missing, [])
})

test('every file and folder that the README links to exists', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, to, image]) => to ?? image ?? '',
  )
  assert.ok(links.length > 20)
  assert.deepEqual(
    links.filter((to) => !existsSync(join(root, to))),
    [],
  )
})

test('every link between documents leads to a file', () => {
  const documents = globSync(
    ['*.md', 'docs/**/*.md', 'sdk/*.md', 'sdk-python/*.md', 'cli/*.md', 'integrations/*/*.md'],
    {
      cwd: root,
    },
  )
  const broken = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8').replaceAll(/```[^]*?```|`[^`]*`/g, '')
    const targets = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
    return targets
      .filter((target) => !/^(?:https?:|mailto:|\/)/.test(target) && !existsSync(join(root, document, '..', target)))
      .map((target) => `${document}: ${target}`)
  })
  assert.deepEqual(broken, [])
})
