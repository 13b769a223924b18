import { Refusal } from './whatsapp-graph.ts'

export interface Token {
  readonly userId: string
  readonly businessAccounts: Set<string>
  scopes: string[]
  appId: string
  isValid: boolean
  expiresAt: number
}

interface SignIns {
  readonly app: { readonly client_secret: string }
  readonly codes: Map<string, { token: string; redirectUri: string }>
}

export function grantToken({ app, codes }: SignIns, form: URLSearchParams): unknown {
  const known = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  if (form.get('client_secret') !== app.client_secret) throw new Refusal(1, 'Error validating client secret.')
  if (!known || form.get('redirect_uri') !== known.redirectUri)
    throw new Refusal(100, 'This authorization code has been used.', { error_subcode: 36_009 })
  return { access_token: known.token, token_type: 'bearer' }
}

export function describeToken(token: Token | undefined): unknown {
  if (!token)
    return { data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token' } } }
  const targets = [...token.businessAccounts]
  return {
    data: {
      app_id: token.appId,
      type: 'SYSTEM_USER',
      user_id: token.userId,
      is_valid: token.isValid,
      scopes: token.scopes,
      granular_scopes: token.scopes.map((scope) => ({ scope, target_ids: targets })),
      expires_at: token.expiresAt,
    },
  }
}
