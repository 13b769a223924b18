import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The program of npm, which runs the tests. */
export const npmProgram = process.env['npm_execpath'] ?? ''

export interface Machine {
  readonly node: string
  /** Returns a PATH with these folders before the machine's own. */
  readonly joinPath: (first?: readonly string[]) => string
  /** Replaces npm with a script, or with the real npm again. */
  readonly replaceNpm: (script?: string) => void
}

/** Creates a folder with a copy of a Node and with npm and npx, for a PATH that is not that of the tests. */
export function openMachine(folder: string, from: string): Machine {
  mkdirSync(folder)
  const node = join(folder, 'node')
  copyFileSync(from, node)
  const npm = join(folder, 'npm')
  symlinkSync(npmProgram, npm)
  symlinkSync(join(dirname(npmProgram), 'npx-cli.js'), join(folder, 'npx'))
  const inherited = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  return {
    node,
    joinPath: (first = []) => [...first, folder, ...inherited].join(delimiter),
    replaceNpm(script) {
      rmSync(npm)
      if (script) writeFileSync(npm, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      else symlinkSync(npmProgram, npm)
    },
  }
}
