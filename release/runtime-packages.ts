export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: true
  readonly link?: true
}

/** Lists the packages that the server runs with, by their paths, from the text of the lock file. */
export function listRuntimePackages(lockFile: string): [path: string, locked: LockedPackage][] {
  const { packages } = JSON.parse(lockFile) as { packages: Readonly<Record<string, LockedPackage>> }
  return Object.entries(packages).filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
}
