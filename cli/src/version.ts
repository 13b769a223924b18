import { readFileSync } from 'node:fs'

/** Version of the package: its own when it is installed, that of the repository when it runs from source. */
export const VERSION = readVersion('../package.json') ?? readVersion('../../package.json') ?? ''

function readVersion(path: string): string | undefined {
  const manifest = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version?: string }
  return manifest.version
}
