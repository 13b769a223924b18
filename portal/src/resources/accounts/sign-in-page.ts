/** Users return from a platform's sign-in page to this server, and from there to the page that started it. */
export const SIGN_IN_BACK = {
  mode: 'headless',
  callback: 'server',
  redirect_url: `${location.origin}/accounts/connect`,
} as const

/** Leaves the portal. The promise never resolves, so that the button stays busy until the other page has loaded. */
export function openSignIn(authorizeUrl: string): Promise<never> {
  location.assign(authorizeUrl)
  return new Promise(() => {})
}
