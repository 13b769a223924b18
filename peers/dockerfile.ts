import { type Dirent, existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

export interface Instruction {
  readonly name: string
  readonly text: string
}

/** Returns the stages of a Dockerfile, each with its instructions after FROM. */
export function readStages(file: string): { base: string; name: string | undefined; steps: Instruction[] }[] {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: ReturnType<typeof readStages> = []
  for (const line of lines) {
    const [name = '', ...words] = line.split(' ')
    if (name === 'FROM') stages.push({ base: words[0] ?? '', name: words[2], steps: [] })
    else stages.at(-1)?.steps.push({ name, text: words.join(' ').trim() })
  }
  return stages
}

/** Returns the words of an instruction that is written as a JSON list, such as ENTRYPOINT. */
export function readExecForm(steps: readonly Instruction[], name: string): string[] {
  const text = steps.find((step) => step.name === name)?.text ?? '[]'
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}

/** Returns the files of a build context, after .dockerignore. The last pattern that matches a file or its folder wins. */
export function buildContext(root: string): string[] {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ pattern: line.replace(/^!/, ''), isKept: line.startsWith('!') }))
  // Podman and Buildah skip a folder that is ignored unless the pattern of an exception begins with its name.
  const vague = patterns.find((each) => each.isKept && each.pattern.includes('*'))
  if (vague) throw new Error(`Write !${vague.pattern} of .dockerignore without a wildcard.`)
  // Large folders that are ignored as a whole.
  const isSkipped = ({ name, parentPath }: Dirent) =>
    name === 'node_modules' || (parentPath === root && ['.git', 'data', 'peers'].includes(name))
  return globSync('**/*', { cwd: root, withFileTypes: true, exclude: isSkipped })
    .concat(globSync(['.npmrc'], { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => isKept(path, patterns))
}

function isKept(path: string, patterns: readonly { pattern: string; isKept: boolean }[]): boolean {
  const parts = path.split('/')
  const parents = parts.map((_, n) => parts.slice(0, n + 1).join('/'))
  const last = patterns.findLast(({ pattern }) => parents.some((parent) => matchesGlob(parent, pattern)))
  return last?.isKept ?? true
}

/** Returns a program that can build and run images here, with its daemon where it needs one. */
export function findEngine(isRunning: (command: string) => boolean): string | undefined {
  const found = (name: string) => ['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, name)))
  return ['docker', 'podman'].find((name) => found(name) && isRunning(name))
}
