export type OutboundFailure =
  | 'bad_url'
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'timeout'
  | 'too_large'
  | 'too_slow'
  | 'too_many_redirects'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly reason: OutboundFailure
  constructor(reason: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export function blockedAddress(host: string): OutboundError {
  return new OutboundError('blocked_address', `${host} is not a public address`)
}
