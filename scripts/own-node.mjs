// Finds the machine's own Node. Inside `npm run`, PATH begins with node_modules/.bin, where `node` is the pinned one: an install
// that runs on it deletes the program that runs it.
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { isOwnNodeEnough, run, whyTooOld } from '../server/bin/pinned-node.mjs'

const root = realpathSync(dirname(import.meta.dirname)) + sep
const PROBE = 'JSON.stringify([process.execPath, process.versions.node])'

/** Returns whether an install in this checkout can delete a program. */
const isInstalledHere = (path) => path.startsWith(root) && path.split(sep).includes('node_modules')

/** Returns the folders of PATH without those of the programs of packages. */
const listOwnFolders = () =>
  (process.env.PATH ?? '').split(delimiter).filter((folder) => folder && !folder.endsWith(join('node_modules', '.bin')))

/** Runs the program again on the machine's own Node, unless it already does or the machine has no other Node. */
export async function moveToOwnNode() {
  const node = findOwnNode()
  if (node) process.exit(await run(node, process.argv.slice(1)))
}

function findOwnNode() {
  if (!isInstalledHere(process.execPath)) return undefined
  const candidates = [process.env.npm_node_execpath, ...listOwnFolders().map((folder) => join(folder, 'node'))]
  for (const candidate of candidates) {
    const node = candidate && askForPath(candidate)
    if (node) return node
  }
  return undefined
}

/** Starts a Node to ask for its path: the `node` of a version manager is often a script that starts another one. */
function askForPath(candidate) {
  try {
    const [node, version] = JSON.parse(spawnSync(candidate, ['-p', PROBE], { encoding: 'utf8' }).stdout)
    return isInstalledHere(node) || whyTooOld(version) ? undefined : node
  } catch {
    return undefined
  }
}

/** Returns whether the server can run without the pinned Node. */
export const canServeOnOwnNode = () => !isInstalledHere(process.execPath) && isOwnNodeEnough()

/** Returns an environment in which npm and the programs that it starts run on this Node. */
export function ownEnvironment() {
  return { ...process.env, PATH: [dirname(process.execPath), ...listOwnFolders()].join(delimiter) }
}
