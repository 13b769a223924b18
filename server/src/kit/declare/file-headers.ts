/** Returns the headers of an untrusted file: a browser shows or saves it and runs nothing in it. */
export function fileHeaders(mime: string, length: number, cacheControl = 'private'): Record<string, string> {
  return {
    'content-type': /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream',
    'content-length': String(length),
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
}
