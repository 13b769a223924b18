import type { FoundEntity } from '../../../../connectors/auth.ts'
import type { Connector } from '../../../../connectors/connector.ts'
import type { Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import type { NewGrant } from '../sql/grants.ts'

/** Sealed values are bound to the row they belong to: copied into another they do not open. */
const tokensOf = (accountId: string) => `account_grants.tokens:${accountId}`
const secretOf = (accountId: string) => `account_entities.secret:${accountId}`

export function sealTokens(ctx: Context, connector: Connector, accountId: string, tokens: Tokens): NewGrant {
  return {
    tokens: ctx.secrets.seal(JSON.stringify(tokens), tokensOf(accountId)),
    expires_at: tokens.expiresAt,
    reauth_at: tokens.reauthAt,
    is_renewable: canRenew(connector, tokens),
    updated_at: ctx.clock.now(),
  }
}

export function openTokens(ctx: Context, accountId: string, sealed: string): Tokens {
  return reviveTokens(ctx.secrets.open(sealed, tokensOf(accountId)))
}

/** Dates come out of JSON as texts. */
export function reviveTokens(json: string): Tokens {
  const { expiresAt, reauthAt, ...rest } = JSON.parse(json) as Tokens & { expiresAt: string; reauthAt: string }
  return { ...rest, expiresAt: expiresAt ? new Date(expiresAt) : null, reauthAt: reauthAt ? new Date(reauthAt) : null }
}

/** Renewed tokens over the old ones: what the platform left out is kept, a refresh token above all. */
export function mergeTokens(before: Tokens, renewed: Tokens): Tokens {
  const refresh = renewed.refresh || before.refresh
  const extra = renewed.extra ?? before.extra
  return {
    access: renewed.access,
    expiresAt: renewed.expiresAt,
    reauthAt: renewed.reauthAt,
    ...(refresh && { refresh }),
    ...(extra && { extra }),
  }
}

export function canRenew({ auth }: Connector, tokens: Tokens): boolean {
  return auth.refresh !== undefined && (auth.refresh.extendsAccess === true || Boolean(tokens.refresh))
}

export function sealEntitySecret(ctx: Context, accountId: string, { secret }: FoundEntity): string | null {
  return secret === undefined ? null : ctx.secrets.seal(secret, secretOf(accountId))
}

export function openEntitySecret(ctx: Context, accountId: string, sealed: string | null): string | undefined {
  return sealed === null ? undefined : ctx.secrets.open(sealed, secretOf(accountId))
}
