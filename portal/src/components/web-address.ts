/** Returns a URL from an untrusted source only if it is an HTTP URL. */
export function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}
