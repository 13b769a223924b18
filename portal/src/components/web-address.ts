/** An address that a stranger wrote is a link only when it leads to a web page. */
export function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}
