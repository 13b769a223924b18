import { ProblemError } from '../../api/problem.ts'

const WORDS: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  sso_unavailable: [
    'The identity provider cannot be reached',
    'Single sign-on is unavailable. Try again later, or sign in another way.',
  ],
  sso_refused: [
    'The identity provider refused the sign-in',
    'It did not confirm your identity, or the sign-in was canceled. Try again, or sign in another way.',
  ],
  sso_email_unverified: [
    'Your email address is not verified',
    'The identity provider has not verified it. Verify it there, then try again.',
  ],
  sign_up_closed: [
    'This server accepts new users by invitation only',
    'You do not have an account on this server. Ask the owner of a workspace, or the operator, to invite you.',
  ],
}

/** Returns the problem for the `?error=` of a failed single sign-on. */
export function ssoProblem(search: string): ProblemError | undefined {
  const code = new URLSearchParams(search).get('error') ?? ''
  const [title, detail] = WORDS[code] ?? []
  return title === undefined ? undefined : new ProblemError(0, { code, title, detail })
}
