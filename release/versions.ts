import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SEMVER = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.]+))?$/

/** Files that contain the version, and where. */
const PLACES: readonly (readonly [file: string, ...patterns: RegExp[]])[] = [
  ['package.json', /(?<=^ {2}"version": ")[^"]+/m],
  ['portal/package.json', /(?<=^ {2}"version": ")[^"]+/m],
  ['package-lock.json', /(?<=^ {2}"version": ")[^"]+/m, ...['', 'portal'].map(findInLock)],
  ['deploy/helm/quoin/Chart.yaml', /(?<=^version: ).+/m, /(?<=^appVersion: ).+/m],
  ['sdk-python/src/quoin_sdk/_version.py', /(?<=^VERSION = ")[^"]+/m],
  ['server/src/http/openapi/document.ts', /(?<=^export const API_VERSION = ')[^']+/m],
]

function findInLock(folder: string): RegExp {
  return new RegExp(
    `(?<=^ {4}"${folder}": \\{\\n(?: {6}"(?:name|resolved|license)": .*\\n)*? {6}"version": ")[^"]+`,
    'm',
  )
}

/** Returns a negative number if the first version is the older one. A pre-release is older than its release. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)]
  const at = a.numbers.findIndex((number, index) => number !== b.numbers[index])
  if (at >= 0) return (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
  if (a.suffix === b.suffix) return 0
  if (a.suffix === undefined || b.suffix === undefined) return a.suffix === undefined ? 1 : -1
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true })
}

export function isVersion(text: string): boolean {
  return SEMVER.test(text)
}

function parse(version: string) {
  const [, major, minor, patch, suffix] = SEMVER.exec(version) ?? []
  if (patch === undefined) throw new Error(`${version} is not a version such as 1.2.3 or 1.2.3-rc.1`)
  return { numbers: [major, minor, patch].map(Number), suffix }
}

/** Writes the version into every file that contains it. */
export function writeVersion(root: string, version: string): void {
  for (const [file, ...patterns] of PLACES) {
    const path = join(root, file)
    const text = patterns.reduce(
      (before, pattern) => {
        if (!pattern.test(before)) throw new Error(`${file} has no version at ${String(pattern)}`)
        return before.replace(pattern, version)
      },
      readFileSync(path, 'utf8'),
    )
    writeFileSync(path, text)
  }
}
