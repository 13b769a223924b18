// A registry mirror may hold the native packages of some platforms only; npm then leaves the others out of the lock,
// and `npm ci` refuses a lock that lacks them. This writes them in, so that one lock serves every platform.
// Run it after `npm install` has changed package-lock.json, here or in peers/.
import { readFileSync, writeFileSync } from 'node:fs'

const OS = /\b(android|darwin|freebsd|linux|openbsd|netbsd|sunos|aix|openharmony|win32)\b/
const CPU = /\b(arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32)\b/

for (const path of ['../package-lock.json', '../peers/package-lock.json']) {
  const file = new URL(path, import.meta.url)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const added = complete(lock)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${path.slice(3)}: ${added} platform packages added`)
}

function complete(lock) {
  let added = 0
  for (const [owner, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const nested = `${owner}/node_modules/${name}`
      if (lock.packages[nested] || lock.packages[`node_modules/${name}`]) continue
      const os = OS.exec(name)?.[1]
      const cpu = CPU.exec(name)?.[1]
      lock.packages[`node_modules/${name}`] = {
        version: version.replace(/^[\^~]/, ''),
        ...(cpu && { cpu: [cpu] }),
        ...(dev && { dev: true }),
        ...(name.includes('musl') && { libc: ['musl'] }),
        optional: true,
        ...(os && { os: [os] }),
      }
      added++
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return added
}
