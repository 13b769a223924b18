// What `npm start` and `npm test` run: installs what is missing, then runs a program on the pinned Node.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runPinned, whyTooOld } from '../server/bin/pinned-node.mjs'
import { install } from './install.mjs'

const problem = whyTooOld()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const root = dirname(import.meta.dirname)
const [program] = process.argv.slice(2)
/** The server runs without what only tests and developers need. */
const isServer = program === 'server/src/main.ts'

const folders = [...new Set([root, dirname(resolve(program))])]
// A program with a package of its own says itself what it cannot do without it.
for (const folder of folders.filter((one) => existsSync(join(one, 'package-lock.json'))))
  if (!(await install(folder, { isServer })) && folder === root) process.exit(1)

process.exit(await runPinned(process.argv.slice(2)))
