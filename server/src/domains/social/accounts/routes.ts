import { implement } from '../../../kit/declare/route.ts'
import { disconnectAccount, getAccount, getAccountHealth, listAccountHealth, listAccounts } from './accounts.ts'
import { checkCredentials, getPlatformApp, removePlatformApp, requirePlatform, setPlatformApp } from './apps/service.ts'
import { completeConnection } from './connecting/complete.ts'
import { getConnection, listConnections } from './connecting/connections.ts'
import { receiveOAuthCallback } from './connecting/oauth-callback.ts'
import { listSelectableEntities, selectEntity } from './connecting/selection.ts'
import { describeClient } from './connecting/sign-in-page.ts'
import { checkStart, createConnection, reconnectAccount } from './connecting/start.ts'
import { accounts } from './contract/accounts.ts'
import { apps } from './contract/apps.ts'
import { connections } from './contract/connections.ts'
import { hosted } from './contract/hosted.ts'
import { listAccountEntities, refreshEntities, setActiveEntity } from './entities.ts'
import { checkHealthNow } from './health.ts'
import { getLinked } from './hosted/link.ts'
import { showPage } from './hosted/page.ts'
import { submitPage } from './hosted/submit.ts'
import { openPicture } from './picture.ts'
import { listPlatforms, readCursor } from './platforms.ts'
import { OPERATOR } from './sql/apps.ts'

export const accountRoutes = [
  ...implement(
    apps,
    {
      get: ({ params, principal, ctx, db }) => getPlatformApp(ctx, db, principal.workspaceId, params.platform),
      put: ({ params, body, principal, ctx, db }) =>
        setPlatformApp(ctx, db, principal.workspaceId, params.platform, body),
      delete: ({ params, principal, ctx, db }) => removePlatformApp(ctx, db, principal.workspaceId, params.platform),
      operatorGet: ({ params, ctx, db }) => getPlatformApp(ctx, db, OPERATOR, params.platform),
      operatorPut: ({ params, body, ctx, db }) => setPlatformApp(ctx, db, OPERATOR, params.platform, body),
      operatorDelete: ({ params, ctx, db }) => removePlatformApp(ctx, db, OPERATOR, params.platform),
    },
    {
      checks: {
        get: ({ params, ctx }) => void requirePlatform(ctx, params.platform),
        put: ({ params, body, ctx }) => void checkCredentials(ctx, params.platform, body.credentials),
        delete: ({ params, ctx }) => void requirePlatform(ctx, params.platform),
      },
    },
  ),
  ...implement(
    hosted,
    {
      show: async ({ params, ctx }) => showPage(ctx, await getLinked(ctx, params.link)),
      submit: ({ params, raw, ctx }) => submitPage(ctx, params.link, raw.body),
    },
    { guards: { submit: async ({ params, ctx }) => void (await getLinked(ctx, params.link)) } },
  ),
  ...implement(
    connections,
    {
      create: ({ body, principal, ctx }) => createConnection(ctx, principal, body),
      list: ({ query, principal, ctx }) => listConnections(ctx, principal, query),
      get: ({ params, principal, ctx }) => getConnection(ctx, principal, params.id),
      complete: ({ params, body, principal, ctx }) => completeConnection(ctx, principal, params.id, body),
      entities: ({ params, query, principal, ctx }) => listSelectableEntities(ctx, principal, params.id, query),
      select: ({ params, body, principal, ctx, db }) => selectEntity(ctx, db, principal, params.id, body.external_id),
      client: ({ params, ctx }) => describeClient(ctx, params.platform),
      oauthCallback: ({ params, query, ctx }) => receiveOAuthCallback(ctx, params.platform, query),
    },
    { checks: { create: ({ body, ctx }) => checkStart(ctx, body) } },
  ),
  ...implement(
    accounts,
    {
      list: ({ query, principal, db }) => listAccounts(db, principal, query),
      health: ({ query, principal, db }) => listAccountHealth(db, principal, query),
      get: ({ params, principal, db }) => getAccount(db, principal, params.id),
      avatar: async ({ params, principal, ctx, db }) =>
        openPicture(ctx, principal.workspaceId, (await getAccount(db, principal, params.id)).avatar_url),
      disconnect: ({ params, principal, ctx, db }) => disconnectAccount(ctx, db, principal, params.id),
      reconnect: ({ params, body, principal, ctx }) => reconnectAccount(ctx, principal, params.id, body),
      getHealth: ({ params, principal, db }) => getAccountHealth(db, principal, params.id),
      checkHealth: ({ params, principal, ctx }) => checkHealthNow(ctx, principal, params.id),
      entities: ({ params, query, principal, db }) => listAccountEntities(db, principal, params.id, query),
      refreshEntities: ({ params, principal, ctx }) => refreshEntities(ctx, principal, params.id),
      setActiveEntity: ({ params, body, principal, ctx, db }) =>
        setActiveEntity(ctx, db, principal, params.id, body.entity_id),
      platforms: ({ query, principal, ctx, db }) => listPlatforms(ctx, db, principal.workspaceId, query),
    },
    { checks: { platforms: ({ query }) => void readCursor(query.cursor) } },
  ),
]
