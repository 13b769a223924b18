import { implement } from '../../../kit/declare/route.ts'
import { me, session, sessions } from './contract.ts'
import { changePassword, updateMe } from './me.ts'
import { getCurrentSession, listSessions, revokeSession } from './service.ts'
import { signedIn } from './signed-in.ts'
import { confirmSudo } from './sudo.ts'

export const sessionRoutes = [
  ...implement(session, {
    get: ({ principal, ctx, db }) => getCurrentSession(ctx, db, signedIn(principal)),
    sudo: ({ body, principal, visitor, ctx, db }) => confirmSudo(ctx, db, signedIn(principal), { ...body, visitor }),
  }),
  ...implement(me, {
    update: ({ body, principal, ctx, db }) => updateMe(ctx, db, signedIn(principal), body),
    change_password: ({ body, principal, ctx }) => changePassword(ctx, signedIn(principal), body.password),
  }),
  ...implement(sessions, {
    list: ({ query, principal, ctx, db }) => listSessions(ctx, db, signedIn(principal), query),
    revoke: ({ params, principal, ctx, db }) => revokeSession(ctx, db, signedIn(principal), params.id),
  }),
]
