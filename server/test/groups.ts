import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Matches files that change or measure their whole process, or keep something open between tests. */
const NEEDS_PROCESS =
  /process\.(env|on|once|memoryUsage|chdir|stdout)|processor-time|programFile|failpoint|lookup-scene|mail-world/
const SIZE = 12

/** Groups files that share a process: starting a process takes longer than running most files. */
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
