import type { Context } from '../../../../kit/context.ts'
import { SecretError } from '../../../../kit/secrets.ts'

/** State of a sign-in for the browser's return from the provider. Sealed in a cookie: nothing is stored. */
export interface OidcFlow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  readonly returnTo: string
  readonly until: number
}

const PURPOSE = 'oidc flow'
const FLOW_MS = 600_000

export function sealFlow({ secrets, clock }: Context, flow: Omit<OidcFlow, 'until'>): string {
  return secrets.seal(JSON.stringify({ ...flow, until: clock.now().getTime() + FLOW_MS }), PURPOSE)
}

/** Returns undefined when there is none, or it took too long. */
export function openFlow({ secrets, clock }: Context, sealed: string | undefined): OidcFlow | undefined {
  if (sealed === undefined) return undefined
  try {
    const flow = JSON.parse(secrets.open(sealed, PURPOSE)) as OidcFlow
    return flow.until > clock.now().getTime() ? flow : undefined
  } catch (error) {
    if (error instanceof SecretError || error instanceof SyntaxError) return undefined
    throw error
  }
}
