/** Schemes that browsers handle themselves, some by running a script on the page that opens them. */
const OWN_SCHEMES =
  /^(?:javascript|data|vbscript|blob|file|filesystem|about|view-source|wss?|ftp|mailto|tel|sms|intent|chrome|edge|resource):/
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']
const CHARS_MAX = 512

/**
 * Returns true for an address that a code may be sent to: HTTPS, plain HTTP on the user's own machine, or the scheme of an
 * installed app.
 */
export function isRedirectUri(uri: string): boolean {
  // Visible ASCII, because parsers drop or convert other characters before they compare.
  if (uri.length > CHARS_MAX || !/^[a-z][a-z0-9+.-]*:\/\/[!-~]+$/.test(uri) || !URL.canParse(uri)) return false
  const { protocol, username, password, hostname } = new URL(uri)
  if (uri.includes('#') || uri.includes('\\') || username !== '' || password !== '' || hostname === '') return false
  if (protocol === 'http:') return LOOPBACK.includes(hostname)
  return !OWN_SCHEMES.test(protocol)
}

/** Compares exactly, except for the port of a loopback address, which an app chooses when it starts (RFC 8252). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return registered.includes(uri) || (isLoopback(uri) && registered.some((each) => isSameWithoutPort(each, uri)))
}

export function isLoopback(uri: string): boolean {
  return isRedirectUri(uri) && new URL(uri).protocol === 'http:'
}

function isSameWithoutPort(one: string, other: string): boolean {
  return isLoopback(one) && withoutPort(one) === withoutPort(other)
}

function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}

/** Adds parameters to a redirect URI and leaves its own unchanged. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((each): each is [string, string] => each[1] !== undefined)
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`
}
