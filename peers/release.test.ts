import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { datedChangelog, readNotes } from '../release/changelog.ts'
import { compareVersions } from '../release/versions.ts'
import { canGoOffline, cloneWorkingTree, runGit, runRelease } from './release-clone.ts'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'quoin-release-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const clone = join(folder, 'clone')

const git = (...args: string[]) => runGit(clone, ...args)
const release = (...args: string[]) => runRelease(clone, args)

test('versions are ordered as SemVer says', () => {
  const sorted = ['0.2.0', '1.0.0-rc.10', '0.10.0', '1.0.0', '1.0.0-rc.2'].toSorted(compareVersions)
  assert.deepEqual(sorted, ['0.2.0', '0.10.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0'])
  assert.throws(() => compareVersions('v1', '1.0.0'), /not a version/)
})

test('unreleased changes become the entry of the version', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 (2026-01-01)\n\n- The first one.\n'
  const dated = datedChangelog(text, '0.2.0', '2026-02-01')
  assert.equal(readNotes(dated, '0.2.0'), '- A change.')
  assert.equal(readNotes(dated, '0.1.0'), '- The first one.')
  assert.match(dated, /## Unreleased\n\n## 0\.2\.0 \(2026-02-01\)/)
  assert.throws(() => datedChangelog(dated, '0.3.0', '2026-03-01'), /nothing under "Unreleased"/)
})

test('a dry run builds everything that a release publishes, without a network, and changes nothing', {
  timeout: 300_000,
}, (t) => {
  if (!canGoOffline) t.diagnostic('with a network: only root can run it without one')
  cloneWorkingTree(clone)
  const head = git('rev-parse', 'HEAD')
  const { status, stdout, stderr } = release('--dry-run', '--date', '2026-01-02')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /dry run/)
  assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')], [head, '', ''])

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const out = join(clone, 'dist/release', version)
  const files = readdirSync(out)
  const expected = [`quoin-sdk-${version}.tgz`, `quoin-cli-${version}.tgz`, `n8n-nodes-quoin-${version}.tgz`]
  for (const name of [...expected, `quoin-${version}.tar.gz`, `quoin-chart-${version}.tgz`, 'NOTES.md'])
    assert.ok(files.includes(name), `${name} of ${files.join(', ')}`)
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out })

  const sbom = JSON.parse(readFileSync(join(out, `quoin-${version}.sbom.json`), 'utf8')) as Sbom
  const names = sbom.components.map(({ name }) => name)
  assert.equal(sbom.bomFormat, 'CycloneDX')
  assert.ok(names.includes('fastify') && !names.includes('knip'), `${names.length} components`)
  const readFromSource = (path: string) =>
    execFileSync('tar', ['-xzOf', join(out, `quoin-${version}.tar.gz`), `quoin-${version}/${path}`], {
      encoding: 'utf8',
    })
  assert.match(readFromSource('CHANGELOG.md'), new RegExp(`^## ${version} \\(2026-01-02\\)$`, 'm'))
  const chart = execFileSync('tar', ['-xzOf', join(out, `quoin-chart-${version}.tgz`), 'quoin/Chart.yaml'])
  assert.equal((parse(chart.toString()) as { appVersion: string }).appVersion, version)
})

interface Sbom {
  readonly bomFormat: string
  readonly components: readonly { readonly name: string }[]
}

test('a release writes the version everywhere, commits and tags; what is unfit for a release is refused', {
  timeout: 300_000,
}, () => {
  writeFileSync(join(clone, 'untracked.txt'), '')
  assert.match(release('9.1.0').stderr, /Commit or stash/)
  rmSync(join(clone, 'untracked.txt'))
  assert.match(release('9.1').stderr, /Name the version/)
  const changelog = join(clone, 'CHANGELOG.md')
  writeFileSync(
    changelog,
    readFileSync(changelog, 'utf8').replace(/^## Unreleased\n[^]*?(?=^## )/m, '## Unreleased\n\n'),
  )
  git('commit', '--quiet', '--all', '--allow-empty', '--message', 'Nothing to release')
  assert.match(release('9.1.0').stderr, /nothing under "Unreleased"/)
  git('checkout', '--quiet', '.')
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## Unreleased\n', '## Unreleased\n\n- A change.\n'))
  git('commit', '--quiet', '--all', '--message', 'Change')
  const made = release('9.1.0')
  assert.equal(made.status, 0, made.stderr)
  assert.match(made.stdout, /git push origin main v9\.1\.0/)
  assert.equal(git('tag'), 'v9.1.0')
  assert.equal(git('status', '--porcelain'), '')
  const before = git('grep', '--files-with-matches', '--fixed-strings', '9.1.0').split('\n')
  for (const file of ['package.json', 'package-lock.json', 'docs/openapi.json', 'deploy/helm/quoin/Chart.yaml'])
    assert.ok(before.includes(file), file)
  assert.equal(readFileSync(join(clone, 'dist/release/9.1.0/NOTES.md'), 'utf8'), '- A change.\n')
  assert.match(release('9.1.0').stderr, /released already/)
  assert.match(release('9.0.5').stderr, /Choose a higher one/)
  assert.equal(release('--from-tag', 'v9.0.0').status, 1)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'python3'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const PATH = `${bin}:${process.env['PATH']}`
  assert.match(runRelease(clone, ['--from-tag', 'v9.1.0'], { PATH }).stderr, /The Python package cannot be built/)
})

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

test('workflows start without rights, keep no credentials, and run commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const files = globSync('.github/workflows/*.yml', { cwd: root })
  assert.deepEqual(files.length, 3)
  for (const file of files) {
    const { permissions, jobs } = parse(readFileSync(join(root, file), 'utf8')) as Workflow
    assert.deepEqual(permissions, { contents: 'read' }, file)
    for (const { uses, run = '', with: given } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (uses?.startsWith('actions/checkout@')) assert.equal(given?.['persist-credentials'], false, file)
      // Text that others choose, such as the title of a pull request, must not become part of a script.
      assert.doesNotMatch(run, /\$\{\{/, file)
      const [, script] = /npm run (?:--silent )?([\w:]+)/.exec(run) ?? []
      assert.ok(script === undefined || Object.hasOwn(scripts, script), `${file}: ${run}`)
    }
  }
})
