import type { Metafile } from 'esbuild'

type Outputs = Metafile['outputs']

/** A file that this share of the pages, or of the dialogs, uses is loaded with all of them. */
const COMMON_SHARE = 0.3

/** A file of this size, minified, is loaded only by what uses it. */
const LARGE_BYTES = 6000

/** A file that is loaded when a page or a dialog is opened. */
interface LazyEntry {
  readonly path: string
  readonly isPage: boolean
  /** Folder of an area, such as `publish`; undefined for parts of the frame. */
  readonly area: string | undefined
  readonly imports: ReadonlySet<string>
}

/**
 * Plans which shared files become one, and returns the shared files that each entry has to import for that. esbuild writes a file
 * for each set of entries that share code: 62 files for the first load, most of them under a kilobyte. A file that more entries
 * import gets another set, and files with the same set become one: for every visit, for all pages, for an area, for dialogs.
 */
export function planMerges(outputs: Outputs, main: string): Map<string, string[]> {
  const paths = Object.keys(outputs).filter((path) => path.endsWith('.js'))
  const isEntry = (path: string) => outputs[path]?.entryPoint !== undefined
  const first = collectStaticImports(outputs, main)
  const lazy = paths.filter((path) => isEntry(path) && path !== main).map((path) => describeEntry(outputs, path))
  const plan = new Map([main, ...lazy.map(({ path }) => path)].map((path): [string, string[]] => [path, []]))
  for (const file of paths.filter((path) => !isEntry(path)))
    for (const entry of chooseImporters(file)) plan.get(entry)?.push(file)
  return plan

  function chooseImporters(file: string): Iterable<string> {
    const users = lazy.filter(({ imports }) => imports.has(file))
    const [pages, dialogs] = [users.filter(({ isPage }) => isPage), users.filter(({ isPage }) => !isPage)]
    if (first.has(file) || pages.length >= COMMON_SHARE * count('page')) return plan.keys()
    const [area, ...otherAreas] = new Set(users.map((user) => user.area))
    const isOfOneArea = area !== undefined && otherAreas.length === 0
    const isLarge = (outputs[file]?.bytes ?? 0) >= LARGE_BYTES
    if (pages.length > 0 && (isOfOneArea || !isLarge))
      return toPaths(isOfOneArea ? lazy.filter((entry) => entry.area === area) : lazy)
    if (dialogs.length >= COMMON_SHARE * count('dialog')) return toPaths(lazy.filter(({ isPage }) => !isPage))
    return toPaths(users)
  }

  function count(kind: 'page' | 'dialog'): number {
    return lazy.filter(({ isPage }) => isPage === (kind === 'page')).length
  }
}

const toPaths = (entries: readonly LazyEntry[]) => entries.map(({ path }) => path)

function describeEntry(outputs: Outputs, path: string): LazyEntry {
  const source = outputs[path]?.entryPoint ?? ''
  return {
    path,
    isPage: isPage(source),
    area: /^src\/pages\/([^/]+)\//.exec(source)?.[1],
    imports: collectStaticImports(outputs, path),
  }
}

export const isPage = (source: string) => source.endsWith('-page.tsx')

/** Returns a file and everything that it imports statically. */
export function collectStaticImports(outputs: Outputs, entry: string): Set<string> {
  const seen = new Set([entry])
  for (const path of seen)
    for (const { path: to, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && outputs[to]) seen.add(to)
  return seen
}
