import type { Context } from '../../../kit/context.ts'
import { hasMail } from '../links/mail.ts'
import { hasUsers } from '../users/service.ts'

export async function readMethods(ctx: Context) {
  return {
    sign_up: ctx.config.isSignUpOpen ? ('open' as const) : ('invited' as const),
    has_users: await hasUsers(ctx.db),
    has_mail: hasMail(ctx),
    oidc: ctx.config.OIDC_ISSUER === undefined ? null : { name: ctx.config.OIDC_NAME },
  }
}
