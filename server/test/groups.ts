import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a file says that changes or measures its whole process, or keeps something open from one test to the next. */
const NEEDS_PROCESS =
  /process\.(env|on|once|memoryUsage|chdir|stdout)|processor-time|programFile|failpoint|lookup-scene|mail-world/
const SIZE = 12

/** The files that share a process: starting one takes longer than most of them. */
export function groupFiles(root: string, files: readonly string[], longest: RegExp): string[][] {
  const needsProcess = (file: string) =>
    longest.test(file) || NEEDS_PROCESS.test(readFileSync(join(root, file), 'utf8'))
  const shared = files.filter((file) => !needsProcess(file))
  const groups = files.filter(needsProcess).map((file) => [file])
  for (let at = 0; at < shared.length; at += SIZE) groups.push(shared.slice(at, at + SIZE))
  return groups
}

const endOfProcess = pathToFileURL(join(import.meta.dirname, 'end-of-process.ts')).href

/** Writes the file that runs a group. */
export function writeGroup(bundle: string, group: readonly string[], index: number): string {
  const bundled = (file: string) => join(bundle, file.replace(/ts$/, 'mjs'))
  if (group.length === 1) return bundled(group[0] as string)
  const file = join(bundle, `group-${index}.mjs`)
  const names = group.map((source) => [source, bundled(source)])
  writeFileSync(
    file,
    `import { runGroup } from ${JSON.stringify(endOfProcess)}
await runGroup(${JSON.stringify(names)})
`,
  )
  return file
}
