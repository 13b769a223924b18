import { Secret, TOTP } from 'otpauth'

/** Returns the code that an authenticator app with this secret shows at a time. */
export function totpCode(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
