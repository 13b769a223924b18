import { implement } from '../../../kit/declare/route.ts'
import { getAccount, getHealth, listAccountEntities, listAccounts, listHealth } from './accounts.ts'
import { getConnection } from './connecting/connections.ts'
import { receiveCallback } from './connecting/oauth-callback.ts'
import { listChoices, selectEntity } from './connecting/sign-in.ts'
import { completeConnection, createConnection, reconnectAccount } from './connecting/start.ts'
import { accounts } from './contract/accounts.ts'
import { connections } from './contract/connections.ts'
import { disconnectAccount, refreshEntities, setActiveEntity } from './entities.ts'
import { checkHealthNow } from './health.ts'
import { listPlatforms } from './platforms.ts'

export const accountRoutes = [
  ...implement(connections, {
    create: ({ body, principal, ctx }) => createConnection(ctx, principal, body),
    get: ({ params, principal, ctx }) => getConnection(ctx, principal, params.id),
    complete: ({ params, body, principal, ctx }) => completeConnection(ctx, principal, params.id, body),
    entities: ({ params, query, principal, ctx }) => listChoices(ctx, principal, params.id, query),
    select: ({ params, body, principal, ctx, db }) => selectEntity(ctx, db, principal, params.id, body.external_id),
    callback: ({ params, query, ctx }) => receiveCallback(ctx, params.platform, query),
  }),
  ...implement(accounts, {
    list: ({ query, principal, db }) => listAccounts(db, principal, query),
    health: ({ query, principal, db }) => listHealth(db, principal, query),
    get: ({ params, principal, db }) => getAccount(db, principal, params.id),
    disconnect: ({ params, principal, ctx, db }) => disconnectAccount(ctx, db, principal, params.id),
    reconnect: ({ params, body, principal, ctx }) => reconnectAccount(ctx, principal, params.id, body),
    getHealth: ({ params, principal, db }) => getHealth(db, principal, params.id),
    checkHealth: ({ params, principal, ctx }) => checkHealthNow(ctx, principal, params.id),
    entities: ({ params, query, principal, db }) => listAccountEntities(db, principal, params.id, query),
    refreshEntities: ({ params, principal, ctx }) => refreshEntities(ctx, principal, params.id),
    setActiveEntity: ({ params, body, principal, ctx, db }) =>
      setActiveEntity(ctx, db, principal, params.id, body.entity_id),
    platforms: async ({ query, ctx }) => listPlatforms(ctx, query),
  }),
]
