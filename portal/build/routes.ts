import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A path of the portal, and the source of the page that it shows. */
export interface PageRoute {
  /** `/posts`, or with a parameter `/posts/:id`. */
  readonly path: string
  /** Relative to `portal/`. */
  readonly source: string
}

const ENTRY = /\bpath: '([^']+)',(?:(?!\bpath: ')[^])*?\bload: async \(\) => \(await import\('([^']+)'\)/g

/** Reads the routes from the lists of pages, without running them: they import icons. */
export function readRoutes(folder: string): PageRoute[] {
  return globSync(['src/pages/*/area.ts', 'src/app/visitor-pages.ts'], { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const routes = [...text.matchAll(ENTRY)].map(([, path = '', source = '']) => ({
      path,
      source: join(dirname(file), source),
    }))
    if (routes.length !== text.split('load:').length - 1) throw new Error(`${file} has a page in an unknown form.`)
    return routes
  })
}
