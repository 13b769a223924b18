/** Returns the host of a domain or a web address; undefined when the text is neither. */
export function normaliseDomain(given: string): string | undefined {
  const text = given.trim().toLowerCase()
  if (isDomain(text)) return text.replace(/^www\.(?=.*\.)/, '')
  // An email address is not a domain, though it could be read as a web address with a user.
  if (text.includes('@')) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^www\.(?=.*\.)|\.$/g, '') : ''
  return isDomain(host) ? host : undefined
}

/**
 * Returns a domain in its DNS spelling: `bücher.example` is `xn--bcher-kva.example`. A text that is not a domain is returned
 * unchanged.
 */
export function asciiDomain(domain: string): string {
  if (!/\P{ASCII}/u.test(domain) || /[\s/?#:@%\\]/.test(domain)) return domain
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain
}

export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return at === 0 ? email : email.slice(0, at) + asciiDomain(email.slice(at))
}

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** The only check of domains, in their lower-case DNS spelling. */
export function isDomain(text: string): boolean {
  return DOMAIN.test(text)
}

/** Returns the domain and its parents without the top level: `eu.acme.example` and `acme.example`. */
export function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
}
