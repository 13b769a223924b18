#!/usr/bin/env node
// Runs the server on the pinned Node, or on the machine's own if it is Node 24 or newer.
import { runPinned, whyTooOld } from './pinned-node.mjs'

const problem = whyTooOld()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
if (Number(process.versions.node.split('.')[0]) >= 24) await import('../src/main.ts')
else process.exit(await runPinned([import.meta.filename, ...process.argv.slice(2)]))
