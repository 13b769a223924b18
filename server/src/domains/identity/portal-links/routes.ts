import { implement } from '../../../kit/declare/route.ts'
import { portalLinks } from './contract.ts'
import { createPortalLink, getPortalLink, listPortalLinks, readCurrentLink, revokePortalLink } from './service.ts'

export const portalLinkRoutes = implement(portalLinks, {
  create: ({ body, principal, ctx, db }) => createPortalLink(ctx, db, principal, body),
  list: ({ query, principal, db }) => listPortalLinks(db, principal, query),
  get: ({ params, principal, db }) => getPortalLink(db, principal, params.id),
  revoke: ({ params, principal, ctx, db }) => revokePortalLink(ctx, db, principal, params.id),
  current: ({ principal, db }) => readCurrentLink(db, principal),
})
