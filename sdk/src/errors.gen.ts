// Generated from the endpoint declarations by `npm run gen`: change those, not this.

/** Every error code of the API, and its status. */
export interface ErrorStatuses {
  /** 400: Malformed request. */
  bad_request: 400
  /** 400: The signature does not match the body. */
  invalid_signature: 400
  /** 401: No valid API key was sent. */
  invalid_api_key: 401
  /** 401: No valid operator token was sent. */
  invalid_operator_token: 401
  /** 401: No valid session was sent. */
  invalid_session: 401
  /** 401: Second factor required. */
  totp_required: 401
  /** 402: Insufficient credits. */
  insufficient_credits: 402
  /** 402: The key has used up its monthly budget. */
  key_budget_exceeded: 402
  /** 402: The call could cost more than X-Max-Credits allows. */
  max_credits_exceeded: 402
  /** 403: A read key cannot change anything. */
  read_only_key: 403
  /** 403: Sign-in failed. */
  wrong_credentials: 403
  /** 403: Cross-site request refused. */
  cross_site_request: 403
  /** 403: Confirm your identity first. */
  sudo_required: 403
  /** 403: Your role does not allow this. */
  role_required: 403
  /** 403: You are not a member of this workspace. */
  not_a_member: 403
  /** 403: The workspace is closed. */
  workspace_closed: 403
  /** 403: Your email address is not verified. */
  email_unverified: 403
  /** 403: Sign-up is by invitation only. */
  sign_up_closed: 403
  /** 403: The key cannot access this resource. */
  out_of_scope: 403
  /** 404: Resource not found. */
  not_found: 404
  /** 405: Method not allowed. */
  method_not_allowed: 405
  /** 408: The request timed out. */
  request_timeout: 408
  /** 409: The resource is not in a state that allows this. */
  wrong_state: 409
  /** 409: A call with this Idempotency-Key is still running. */
  idempotency_in_progress: 409
  /** 409: The platform has not approved the template. */
  template_not_approved: 409
  /** 409: The previous rotation is still in progress. */
  rotation_in_progress: 409
  /** 409: The workspace's media quota is used up. */
  media_quota_exceeded: 409
  /** 412: The resource has changed since you read it. */
  version_conflict: 412
  /** 413: The body is too large. */
  payload_too_large: 413
  /** 415: Unsupported content encoding. */
  unsupported_encoding: 415
  /** 416: Range not satisfiable. */
  range_not_satisfiable: 416
  /** 417: Expectation failed. */
  expectation_failed: 417
  /** 422: The request does not match the schema. */
  validation_error: 422
  /** 422: This Idempotency-Key belongs to another request. */
  idempotency_key_reused: 422
  /** 422: No app is configured for this platform. */
  platform_not_configured: 422
  /** 422: The platform cannot do this. */
  unsupported_by_platform: 422
  /** 429: Too many requests. */
  rate_limited: 429
  /** 429: The workspace's daily test quota is used up. */
  test_quota_exceeded: 429
  /** 431: The headers are too large. */
  headers_too_large: 431
  /** 500: Internal server error. */
  internal: 500
  /** 502: An upstream service failed. */
  upstream_error: 502
  /** 503: Service temporarily unavailable. */
  unavailable: 503
  /** 504: An upstream service took too long. */
  upstream_timeout: 504
  /** 507: Not enough storage for the file. */
  insufficient_storage: 507
}

export type ErrorCode = keyof ErrorStatuses
