import { readFileSync } from 'node:fs'

const file = new URL('../../../package.json', import.meta.url)

/** The version of this server, as in its package.json. */
export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
