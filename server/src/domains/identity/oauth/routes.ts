import { implement } from '../../../kit/declare/route.ts'
import { disconnectApp, listConnectedApps } from '../keys/connect-app.ts'
import { signedIn } from '../sessions/signed-in-user.ts'
import { allowOauthRequest, denyOauthRequest, readOauthRequest } from './consent.ts'
import { connectedApps, oauthRequests } from './contract.ts'

export const oauthRoutes = [
  ...implement(oauthRequests, {
    read: ({ body, principal, ctx, db }) => readOauthRequest(ctx, db, signedIn(principal), body),
    allow: ({ body, principal, ctx, db }) => allowOauthRequest(ctx, db, principal, body),
    deny: ({ body, principal, ctx, db }) => denyOauthRequest(ctx, db, signedIn(principal), body),
  }),
  ...implement(connectedApps, {
    list: ({ query, principal, db }) => listConnectedApps(db, principal, query),
    disconnect: ({ params, principal, ctx, db }) => disconnectApp(ctx, db, principal, params.id),
  }),
]
