/** Error codes of OAuth 2.1 and its extensions, with their statuses. */
const STATUSES = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
} as const

export type OauthErrorCode = keyof typeof STATUSES

/** An error in the format that OAuth clients understand, for the endpoints outside of the API. */
export class OauthError extends Error {
  override name = 'OauthError'
  readonly code: OauthErrorCode
  constructor(code: OauthErrorCode, description: string) {
    super(description)
    this.code = code
  }
  get status(): number {
    return STATUSES[this.code]
  }
}
