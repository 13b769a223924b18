import { ProblemError } from '../../api/problem.ts'

const WORDS: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  sso_unavailable: [
    'The provider does not answer',
    'Single sign-on cannot be reached now. Try again later, or sign in another way.',
  ],
  sso_refused: [
    'The provider refused',
    'It did not confirm who you are, or it was canceled. Try again, or sign in another way.',
  ],
  sso_email_unverified: [
    'Your email address is not verified',
    'The provider has not verified it. Verify it there, then try again.',
  ],
  sign_up_closed: [
    'This server takes new users by invitation',
    'The provider knows you, but this server does not. Ask a member of a workspace, or its operator, to invite you.',
  ],
}

/** Why single sign-on came back without a session, as its `?error=` says. */
export function ssoProblem(search: string): ProblemError | undefined {
  const code = new URLSearchParams(search).get('error') ?? ''
  const [title, detail] = WORDS[code] ?? []
  return title === undefined ? undefined : new ProblemError(0, { code, title, detail })
}
