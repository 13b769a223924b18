import { implement } from '../../../kit/declare/route.ts'
import { me, passkeys } from './contract/me.ts'
import { session, sessions } from './contract/session.ts'
import { changePassword, updateMe } from './me.ts'
import { addPasskey, listOwnPasskeys, passkeyOptions, removePasskey, renamePasskey } from './passkeys.ts'
import { getCurrentSession, listSessions, revokeOtherSessions, revokeSession } from './service.ts'
import { signedIn } from './signed-in-user.ts'
import { confirmSudo, readSudoOptions } from './sudo.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './totp.ts'

export const sessionRoutes = [
  ...implement(session, {
    get: ({ principal, ctx, db }) => getCurrentSession(ctx, db, signedIn(principal)),
    sudo: ({ body, principal, visitor, ctx, db }) => confirmSudo(ctx, db, signedIn(principal), { ...body, visitor }),
    sudo_options: ({ principal, visitor, ctx, db }) => readSudoOptions(ctx, db, signedIn(principal), visitor),
  }),
  ...implement(me, {
    update: ({ body, principal, ctx, db }) => updateMe(ctx, db, signedIn(principal), body),
    change_password: ({ body, principal, visitor, ctx }) =>
      changePassword(ctx, signedIn(principal), visitor, body.password),
    begin_totp: ({ principal, ctx, db }) => beginTotp(ctx, db, signedIn(principal)),
    confirm_totp: ({ body, principal, ctx, db }) => confirmTotp(ctx, db, signedIn(principal), body.code),
    remove_totp: ({ principal, ctx, db }) => removeTotp(ctx, db, signedIn(principal)),
    renew_recovery_codes: ({ principal, ctx, db }) => renewRecoveryCodes(ctx, db, signedIn(principal)),
  }),
  ...implement(passkeys, {
    options: ({ principal, visitor, ctx, db }) => passkeyOptions(ctx, db, signedIn(principal), visitor),
    create: ({ body, principal, visitor, ctx }) => addPasskey(ctx, signedIn(principal), visitor, body),
    list: ({ query, principal, db }) => listOwnPasskeys(db, signedIn(principal), query),
    update: ({ params, body, principal, ctx, db }) =>
      renamePasskey(ctx, db, signedIn(principal), { id: params.id, name: body.name }),
    remove: ({ params, principal, ctx, db }) => removePasskey(ctx, db, signedIn(principal), params.id),
  }),
  ...implement(sessions, {
    list: ({ query, principal, ctx, db }) => listSessions(ctx, db, signedIn(principal), query),
    revoke: ({ params, principal, ctx, db }) => revokeSession(ctx, db, signedIn(principal), params.id),
    revoke_others: ({ principal, ctx, db }) => revokeOtherSessions(ctx, db, signedIn(principal)),
  }),
]
