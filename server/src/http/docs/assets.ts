import { readFileSync } from 'node:fs'
import { sha256 } from '../../kit/hash.ts'

export interface Asset {
  readonly type: string
  readonly content: string
}

const read = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

/** The name contains a hash of the content, so browsers cache the file permanently. */
function named(name: string, type: string): [path: string, asset: Asset] {
  const content = read(name)
  const hash = sha256(content).toString('base64url').slice(0, 10)
  return [`/docs/assets/${name.replace('.', `-${hash}.`)}`, { type, content }]
}

/** Loaded with the first page. */
let loaded: { readonly style: string; readonly script: string; readonly files: ReadonlyMap<string, Asset> } | undefined

export function assets() {
  if (loaded) return loaded
  const style = named('site.css', 'text/css; charset=utf-8')
  const script = named('site.js', 'text/javascript; charset=utf-8')
  loaded = { style: style[0], script: script[0], files: new Map([style, script]) }
  return loaded
}

/** Allows the style and the script of this server, and calls of its own API. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')
