import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'

/** The address that a person is sent to after the sign-in must be a web page. */
export function checkRedirectUrl(url: string | undefined): Violation[] {
  if (url === undefined) return []
  const isPage = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isPage ? [] : [invalidValue(['body', 'redirect_url'], 'it must be an absolute http or https URL', url)]
}
