import { implement } from '../../kit/declare/route.ts'
import { assertReachable } from '../../webhooks/endpoints.ts'
import { deliveries } from './contract/deliveries.ts'
import { listEventKinds, webhooks } from './contract/endpoints.ts'
import { webhookHealth } from './contract/health.ts'
import { redrives } from './contract/redrive.ts'
import { streams } from './contract/stream.ts'
import {
  getDelivery,
  listDeliveries,
  recoverDeliveries,
  redriveDeliveries,
  redriveDelivery,
  sendTestEvent,
} from './deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  reachable,
  rotateSecret,
  updateWebhook,
} from './endpoints.ts'
import { getWebhookHealth, listWebhookHealth } from './health.ts'
import { streamRequests } from './request-stream.ts'
import { streamEvents } from './stream.ts'

export const webhookRoutes = [
  ...implement(
    webhooks,
    {
      create: ({ body, principal, ctx, db }) => createWebhook(ctx, db, principal.workspaceId, body),
      list: ({ query, principal, ctx, db }) => listWebhooks(ctx, db, principal, query),
      events: async ({ query }) => listEventKinds(query),
      get: ({ params, principal, ctx, db }) =>
        getWebhook(ctx, db, principal.workspaceId, reachable(principal, params.id)),
      update: ({ params, body, principal, ctx, db, ifMatch }) =>
        updateWebhook(ctx, db, principal.workspaceId, { id: params.id, ifMatch }, body),
      delete: ({ params, principal, ctx, db }) => deleteWebhook(ctx, db, principal.workspaceId, params.id),
      rotate: ({ params, principal, ctx, db }) =>
        rotateSecret(ctx, db, principal.workspaceId, reachable(principal, params.id)),
      test: ({ params, principal, ctx, db }) =>
        sendTestEvent(ctx, db, principal.workspaceId, reachable(principal, params.id)),
      recover: ({ params, body, principal, ctx, db }) =>
        recoverDeliveries(ctx, db, principal.workspaceId, params.id, new Date(body.since)),
    },
    {
      checks: {
        create: ({ body, ctx }) => assertReachable(ctx, body.url, 'url'),
        update: ({ body, ctx }) => body.url === undefined || assertReachable(ctx, body.url, 'url'),
      },
    },
  ),
  ...implement(deliveries, {
    list: ({ query, principal, ctx }) => listDeliveries(ctx, ctx.reads, principal, query),
    get: ({ params, principal, db }) => getDelivery(db, principal, params.id),
    redrive: ({ params, principal, ctx, db }) => redriveDelivery(ctx, db, principal, params.id),
  }),
  ...implement(redrives, {
    redriveMany: ({ body, principal, ctx, db }) => redriveDeliveries(ctx, db, principal.workspaceId, body),
  }),
  ...implement(streams, {
    stream: ({ principal, ctx, ...call }) => streamEvents(ctx, principal, call),
    requests: ({ principal, ctx, lasting }) => streamRequests(ctx, principal, lasting),
  }),
  ...implement(webhookHealth, {
    listHealth: ({ query, principal, ctx, db }) => listWebhookHealth(ctx, db, principal, query),
    getHealth: ({ params, principal, ctx, db }) =>
      getWebhookHealth(ctx, db, principal.workspaceId, reachable(principal, params.id)),
  }),
]
