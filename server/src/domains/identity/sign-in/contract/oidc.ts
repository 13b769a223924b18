import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

/** Reasons for which a browser returns to the sign-in page without a session, as `?error=` in its URL. */
export const SSO_ERRORS = ['sso_unavailable', 'sso_refused', 'sso_email_unverified', 'sign_up_closed'] as const
export type SsoError = (typeof SSO_ERRORS)[number]

export type SsoResult = Static<typeof SsoResult>
const SsoResult = Type.Object(
  {
    status: StringEnum(['at_provider', 'signed_in', 'totp_required', 'failed']),
    reason: Nullable(StringEnum(SSO_ERRORS)),
  },
  { title: 'SsoResult' },
)

const byBrowser = {
  access: 'public',
  seesVisitor: true,
  special: { redirects: true },
  callsOut: true,
  errors: ['not_found'],
} as const

export const oidc = {
  start: endpoint({
    id: 'auth.oidc_start',
    route: 'GET /v1/auth/oidc/start',
    summary: 'Start single sign-on',
    description:
      'For browsers: redirects to the provider. If the provider cannot be reached, redirects to `/sign-in?error=sso_unavailable`. Returns 404 when this server has no single sign-on.',
    ...byBrowser,
    query: Type.Object({
      return_to: Type.Optional(
        Type.String({
          maxLength: 512,
          // One slash, and no backslash: browsers read `//` and `/\` as another host.
          pattern: '^/(?:[!-.0-\\[\\]-~][!-\\[\\]-~]*)?$',
          description: 'The page of this server to show afterwards; defaults to `/`.',
        }),
      ),
    }),
    reply: SsoResult,
    example: { reply: { status: 'at_provider', reason: null } },
  }),

  callback: endpoint({
    id: 'auth.oidc_callback',
    route: 'GET /v1/auth/oidc/callback',
    summary: 'Return from the single sign-on provider',
    description: `For browsers, with the cookie set at the start of the sign-in. Sets the session cookie and redirects to the page where the sign-in began, to \`/sign-in?step=totp\` for a user with an authenticator app, or to \`/sign-in?error=...\`: ${SSO_ERRORS.map((code) => `\`${code}\``).join(', ')}.`,
    ...byBrowser,
    query: Type.Object(
      {
        state: Type.Optional(Type.String({ maxLength: 512 })),
        error: Type.Optional(Type.String({ maxLength: 512 })),
      },
      // The code, which some providers make thousands of characters long, and provider-specific parameters such as `iss`.
      { additionalProperties: true },
    ),
    reply: SsoResult,
    errors: ['not_found', 'validation_error'],
    example: { query: { state: 'example', code: 'example' }, reply: { status: 'signed_in', reason: null } },
  }),
}
