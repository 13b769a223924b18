import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Manifest {
  readonly assets: Readonly<Record<string, { readonly copies: readonly string[] }>>
  /** Scripts of each page, by a pattern of its paths; a build of an earlier version has none. */
  readonly preload?: Readonly<Record<string, readonly string[]>>
}

export interface Asset {
  readonly content: Buffer
  /** Content encoding; undefined for the plain file. */
  readonly encoding: string | undefined
}

/** Output of `portal/build.ts`, read from disk on request: the server keeps only the page and the names in memory. */
export interface PortalFiles {
  /**
   * Returns the page for a path, with `{{nonce}}` where a response inserts its own; undefined while there is no build. It names
   * the scripts of the path, so that the browser does not find them one after the other.
   */
  page(path: string): string | undefined
  asset(name: string, accepted: string): Promise<Asset | undefined>
}

const ENCODINGS = [
  ['br', 'br'],
  ['gz', 'gzip'],
] as const

export function openPortalFiles(folder: string): PortalFiles {
  let known: (Manifest & { readonly builtAt: number; readonly page: string }) | undefined

  /** A build replaces the whole folder, so the time of its manifest identifies it. */
  function current(): typeof known {
    const file = join(folder, 'manifest.json')
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (builtAt === undefined) return undefined
    if (known?.builtAt === builtAt) return known
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    known = { ...manifest, builtAt, page: readFileSync(join(folder, 'index.html'), 'utf8') }
    return known
  }

  return {
    page(path) {
      const build = current()
      if (!build) return undefined
      const [, scripts = []] =
        Object.entries(build.preload ?? {}).find(([pattern]) => new RegExp(pattern).test(path)) ?? []
      const links = scripts.map((name) => `<link rel="modulepreload" href="/assets/${name}">`)
      return build.page.replace('{{preload}}', links.join('\n'))
    },
    async asset(name, accepted) {
      const assets = current()?.assets
      // Only names in the manifest become paths.
      if (!assets || !Object.hasOwn(assets, name)) return undefined
      const copies = assets[name]?.copies ?? []
      const [suffix, encoding] =
        ENCODINGS.find(([copy, coding]) => copies.includes(copy) && new RegExp(`\\b${coding}\\b`).test(accepted)) ?? []
      const content = await readFile(join(folder, 'assets', suffix === undefined ? name : `${name}.${suffix}`))
      return { content, encoding }
    },
  }
}
