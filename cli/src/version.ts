import { readFileSync } from 'node:fs'

/** Of the package, which is one folder up from the source and from what is built. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
