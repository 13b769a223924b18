import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildArtifacts } from './artifacts.ts'
import { datedChangelog } from './changelog.ts'
import { compareVersions, isVersion, writeVersion } from './versions.ts'

const repository = dirname(import.meta.dirname)

interface Release {
  readonly version: string
  readonly date: string
}

/**
 * Makes a release: writes the version and the date, commits, tags, and builds everything that is published into dist/release.
 * Nothing is uploaded: pushing the tag makes the release workflow do that. A dry run does all of it in a temporary clone.
 */
function main(): void {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, 'from-tag': { type: 'string' }, date: { type: 'string' } },
    allowPositionals: true,
  })
  if (values['from-tag'] !== undefined) return buildFromTag(values['from-tag'])
  const isDryRun = values['dry-run'] ?? false
  const version = positionals[0] ?? (isDryRun ? readVersion() : '')
  const date = values.date ?? new Date().toISOString().slice(0, 10)
  if (!isVersion(version)) throw new Error('Name the version, such as: npm run release -- 0.2.0')
  checkNewest(version)
  const out = emptyFolder(version)
  if (isDryRun) releaseInClone({ version, date }, out)
  else {
    if (run(repository, 'git', 'status', '--porcelain') !== '')
      throw new Error('Commit or stash your changes first: a release is made from a commit.')
    writeRelease(repository, { version, date })
    buildArtifacts(repository, version, out)
  }
  process.stdout.write(
    isDryRun
      ? `${out}\nThis was a dry run: no commit and no tag was made here.\n`
      : `${out}\nThe commit and the tag v${version} are made. Push them to publish: git push origin main v${version}\n`,
  )
}

/** Builds what a tag that is checked out names. */
function buildFromTag(tag: string): void {
  const version = readVersion()
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not the version of these files, ${version}.`)
  const out = emptyFolder(version)
  buildArtifacts(repository, version, out, true)
  process.stdout.write(`${out}\n`)
}

function emptyFolder(version: string): string {
  const out = join(repository, 'dist/release', version)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  return out
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }).version
}

function checkNewest(version: string): void {
  const tags = run(repository, 'git', 'tag', '--list', 'v*').split('\n').filter(Boolean)
  const newer = tags
    .map((tag) => tag.slice(1))
    .filter((other) => isVersion(other) && compareVersions(other, version) >= 0)
  if (newer.length > 0) throw new Error(`Version ${newer[0]} is released already. Choose a higher one than ${version}.`)
}

function releaseInClone(release: Release, out: string): void {
  const clone = mkdtempSync(join(tmpdir(), 'quoin-release-'))
  try {
    run(repository, 'git', 'clone', '--quiet', repository, clone)
    // Nobody sees the commit of a dry run, so it needs no author.
    run(clone, 'git', 'config', 'user.name', 'dry run')
    run(clone, 'git', 'config', 'user.email', 'dry-run@example.com')
    for (const folder of ['.', 'server', 'peers'].filter((name) => existsSync(join(repository, name, 'node_modules'))))
      symlinkSync(join(repository, folder, 'node_modules'), join(clone, folder, 'node_modules'))
    writeRelease(clone, release)
    buildArtifacts(clone, release.version, out)
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

/** Commits and tags the release. */
export function writeRelease(root: string, { version, date }: Release): void {
  writeVersion(root, version)
  const changelog = join(root, 'CHANGELOG.md')
  writeFileSync(changelog, datedChangelog(readFileSync(changelog, 'utf8'), version, date))
  run(root, process.execPath, 'server/gen/run.ts')
  run(root, 'git', 'commit', '--quiet', '--all', '--message', `Release ${version}`)
  run(root, 'git', 'tag', '--annotate', `v${version}`, '--message', `Quoin ${version}`)
}

function run(cwd: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

if (process.argv[1] === import.meta.filename)
  try {
    main()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
