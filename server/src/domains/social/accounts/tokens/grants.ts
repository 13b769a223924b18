import type { FoundEntity } from '../../../../connectors/auth.ts'
import type { Connector } from '../../../../connectors/connector.ts'
import type { Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import type { NewGrant } from '../sql/grants.ts'

/** A sealed value is bound to its row: copied to another row it does not open. */
const tokensPurpose = (accountId: string) => `account_grants.tokens:${accountId}`
const secretPurpose = (accountId: string) => `account_entities.secret:${accountId}`

export function sealTokens(ctx: Context, connector: Connector, accountId: string, tokens: Tokens): NewGrant {
  return {
    tokens: ctx.secrets.seal(JSON.stringify(tokens), tokensPurpose(accountId)),
    expires_at: tokens.expiresAt,
    reauth_at: tokens.reauthAt,
    is_renewable: canRenew(connector, tokens),
    updated_at: ctx.clock.now(),
  }
}

export function openTokens(ctx: Context, accountId: string, sealed: string): Tokens {
  return parseTokens(ctx.secrets.open(sealed, tokensPurpose(accountId)))
}

/** Parses tokens and their two dates, which are strings in JSON. */
export function parseTokens(json: string): Tokens {
  const { expiresAt, reauthAt, ...rest } = JSON.parse(json) as Tokens & { expiresAt: string; reauthAt: string }
  return { ...rest, expiresAt: expiresAt ? new Date(expiresAt) : null, reauthAt: reauthAt ? new Date(reauthAt) : null }
}

/** Merges renewed tokens over the old ones. Fields that the platform omitted are kept: above all the refresh token. */
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
  return secret === undefined ? null : ctx.secrets.seal(secret, secretPurpose(accountId))
}

export function openEntitySecret(ctx: Context, accountId: string, sealed: string | null): string | undefined {
  return sealed === null ? undefined : ctx.secrets.open(sealed, secretPurpose(accountId))
}
