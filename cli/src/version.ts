import { readFileSync } from 'node:fs'

/** Version of the package. `package.json` is one folder above both the source and the build. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
