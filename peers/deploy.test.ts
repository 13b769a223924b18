import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { whyMissing } from './debian.ts'
import { assertSettings } from './deploy-settings.ts'
import { buildContext } from './dockerfile.ts'

const root = resolve(import.meta.dirname, '..')
const deploy = join(root, 'deploy')
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')
const noSystemd = await whyMissing('/usr/bin/systemd-analyze', ['systemd'])

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment: Record<string, string>
  readonly secrets: readonly string[]
  readonly depends_on?: { readonly database: { readonly condition: string } }
  readonly healthcheck?: { readonly test: unknown }
}

test('the Dockerfile linter reports nothing, and every package of the workspace is in the build context', () => {
  const text = read('Dockerfile')
  assert.deepEqual(
    validate(text).map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`),
    [],
  )
  assertSettings([...(/^ENV (.*)$/m.exec(text)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name))
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const context = new Set(buildContext(root))
  assert.deepEqual(
    workspaces.filter((folder) => !context.has(`${folder}/package.json`)),
    [],
  )
  assert.ok([...context].every((path) => !/\.test\.ts$|^data\/|^\.env|secrets\//.test(path)))
})

test('compose refers to existing files and settings, keeps secrets in files and waits for a healthy database', () => {
  const { services, secrets } = parse(read('compose/compose.yaml')) as {
    services: { quoin: Service; database: Service }
    secrets: Record<string, { file: string }>
  }
  const { quoin, database } = services
  const { context = '', dockerfile = '' } = quoin.build ?? {}
  assert.ok(existsSync(join(deploy, 'compose', context, dockerfile)))
  assertSettings(Object.keys(quoin.environment))
  assert.equal(quoin.depends_on?.database.condition, 'service_healthy')
  assert.ok(database.healthcheck?.test)
  const used = new Set([...quoin.secrets, ...database.secrets])
  assert.deepEqual(Object.keys(secrets).toSorted(), [...used].toSorted())

  const copy = mkdtempSync(join(tmpdir(), 'quoin-compose-'))
  after(() => rmSync(copy, { recursive: true, force: true }))
  const folder = join(copy, 'compose')
  cpSync(join(deploy, 'compose'), folder, { recursive: true })
  cpSync(join(deploy, 'make-master-key'), join(copy, 'make-master-key'))
  const make = () => spawnSync(join(folder, 'make-secrets'), { encoding: 'utf8' })
  assert.equal(make().status, 0)
  const made = Object.values(secrets).map(({ file }) => readFileSync(join(folder, file), 'utf8'))
  assert.equal(statSync(join(folder, 'secrets')).mode & 0o777, 0o700)
  assert.equal(Buffer.from(made[2] ?? '', 'base64').length, 32)
  assert.equal(new URL(made[1] ?? '').password, made[0])
  assert.match(make().stdout, /already/)
  assert.equal(readFileSync(join(folder, 'secrets/master_key'), 'utf8'), made[2])
})

test('no documented command can lose a master key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-master-key-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'secrets/master-key')
  const keys = [1, 2].map(() => {
    assert.equal(spawnSync(join(deploy, 'make-master-key'), [file]).status, 0)
    return readFileSync(file, 'utf8')
  })
  assert.equal(Buffer.from(keys[0] ?? '', 'base64').length, 32)
  assert.equal(keys[1], keys[0])
  assert.deepEqual(readdirSync(dirname(file)), ['master-key'])

  // A key that a command only passes on is known to nobody afterwards, and one that a redirection writes can replace another.
  const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*'], { cwd: join(deploy, '..'), withFileTypes: true })
  const texts = documents
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  for (const text of texts) assert.doesNotMatch(text, /\$\(openssl rand|openssl rand.*>/)
})

test('systemd accepts the unit and rates it as well confined', { skip: noSystemd ?? false }, () => {
  const unit = join(deploy, 'systemd/quoin.service')
  const run = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  const verified = run('verify', '--man=no', unit)
  assert.equal(verified.status, 0, verified.stderr)
  assert.doesNotMatch(verified.stderr, /quoin\.service/)
  const { stdout } = run('security', '--offline=true', '--threshold=20', unit)
  const level = Number(/exposure level for quoin.service: ([\d.]+)/.exec(stdout)?.[1])
  assert.ok(level <= 2, `exposure level ${level}`)
  const names = [...read('systemd/quoin.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) =>
    words.split(' '),
  )
  assertSettings(names.map((word) => word.split('=')[0] ?? ''))
})
