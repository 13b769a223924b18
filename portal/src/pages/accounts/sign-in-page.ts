/** People come back from a platform's sign-in page to this server, and from there to the page that started it. */
export const SIGN_IN_BACK = {
  mode: 'headless',
  callback: 'server',
  redirect_url: `${location.origin}/accounts/connect`,
} as const

/** Leaves the portal. It does not end, so that what started it stays busy until the other page is there. */
export function openSignIn(authorizeUrl: string): Promise<never> {
  location.assign(authorizeUrl)
  return new Promise(() => {})
}
