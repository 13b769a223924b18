import { spawn } from 'node:child_process'

export interface ShellBlock {
  readonly script: string
  /** A requirement that a test does not meet. */
  readonly needs: string | undefined
}

/** Returns the shell blocks of a page in order. A line `*Needs ... .*` before a block means that it cannot run everywhere. */
export function parseShellBlocks(markdown: string): ShellBlock[] {
  return [...markdown.matchAll(/(?:^\*Needs (.+)\.\*\n\n)?^```sh\n([^]*?)^```/gm)].map(([, needs, script = '']) => ({
    script,
    needs,
  }))
}

/** Runs a script in a separate process, as a person would paste it, and returns its output. */
export function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    const shell = spawn('/bin/sh', ['-eu', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    shell.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`The script ended with ${code}:\n${printed}`)),
    )
  })
}
