import type { Json } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'

/** Data that a connection needs when the person returns from the platform's sign-in page. */
export interface PendingOAuth {
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly handshake: Json
}

const purpose = (connectionId: string) => `connections.secrets:${connectionId}`

export function sealPendingOAuth(ctx: Context, connectionId: string, pending: PendingOAuth): string {
  return ctx.secrets.seal(JSON.stringify(pending), purpose(connectionId))
}

export function openPendingOAuth(ctx: Context, connectionId: string, sealed: string): PendingOAuth {
  return JSON.parse(ctx.secrets.open(sealed, purpose(connectionId))) as PendingOAuth
}
