// Runs `npm start` and `npm test`: installs missing dependencies, then runs a program on the pinned Node.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runPinned, whyTooOld } from '../server/bin/pinned-node.mjs'
import { install } from './install.mjs'
import { moveToOwnNode } from './own-node.mjs'

const problem = whyTooOld()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
await moveToOwnNode()

const root = dirname(import.meta.dirname)
const [program] = process.argv.slice(2)
/** The server does not need the development dependencies. */
const isServer = program === 'server/src/main.ts'

const folders = [...new Set([root, dirname(resolve(program))])]
// A program with its own package reports itself if its dependencies are missing.
for (const folder of folders.filter((one) => existsSync(join(one, 'package-lock.json'))))
  if (!(await install(folder, { isServer })) && folder === root) process.exit(1)

process.exit(await runPinned(process.argv.slice(2)))
