// Removes packages without a checksum from the lockfiles, together with the optional dependencies on them. A registry mirror may
// have the native packages of some platforms only: npm then leaves the others out of the lockfile, or has no checksum for them.
// `npm ci` refuses a lockfile that lacks a dependency, and installs packages without a checksum unverified. Run this after `npm
// install` has changed package-lock.json, here or in peers/.
import { readFileSync, writeFileSync } from 'node:fs'

for (const path of ['../package-lock.json', '../peers/package-lock.json']) {
  const file = new URL(path, import.meta.url)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const removed = trim(lock.packages)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${path.slice(3)}: ${removed} packages without a checksum removed`)
}

function trim(packages) {
  let removed = 0
  for (const [place, { optional, integrity, link }] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || !optional || integrity || link) continue
    delete packages[place]
    removed++
  }
  for (const [owner, { optionalDependencies = {} }] of Object.entries(packages))
    for (const name of Object.keys(optionalDependencies))
      if (
        owner.includes('node_modules/') &&
        !packages[`${owner}/node_modules/${name}`] &&
        !packages[`node_modules/${name}`]
      )
        delete optionalDependencies[name]
  return removed
}
