import type { Static } from 'typebox'
import type { PortalPage } from '../../../kit/context.ts'
import { declareList, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { DateTime, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { Branding, exampleBranding } from '../branding/contract.ts'

const PAGES: readonly PortalPage[] = ['connect', 'webhooks', 'report']
const DAY_SECONDS = 86_400

const fields = {
  id: Type.String(),
  pages: Type.Array(StringEnum(PAGES)),
  profile_id: Nullable(Type.String()),
  webhook_ids: Nullable(
    Type.Array(Type.String(), {
      description: 'The endpoints that it can access; null for those of the whole workspace.',
    }),
  ),
  created_by: Type.String({ description: 'The id of the user or API key that created it.' }),
  member_id: Nullable(
    Type.String({
      description:
        "The member it acts for: it never allows more than the member's current rights, and ends when they leave. Null when its key belongs to the workspace.",
    }),
  ),
  created_at: DateTime,
  expires_at: DateTime,
  revoked_at: Nullable(DateTime),
}

export type PortalLink = Static<typeof PortalLink>
export const PortalLink = Type.Object(fields, { title: 'PortalLink' })

export type CreatedPortalLink = Static<typeof CreatedPortalLink>
const CreatedPortalLink = Type.Object(
  { ...fields, url: Type.String({ description: 'The URL for your customer. Shown only once.' }) },
  { title: 'PortalLinkCreateResponse' },
)

export type PortalLinkRequest = Static<typeof PortalLinkRequest>
const PortalLinkRequest = Type.Object(
  {
    pages: Type.Array(StringEnum(PAGES), { minItems: 1, maxItems: PAGES.length }),
    profile_id: Type.Optional(Type.String({ maxLength: 64, description: 'The profile that it is limited to.' })),
    webhook_ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 20 })),
    expires_in: Type.Integer({
      minimum: 60,
      maximum: 90 * DAY_SECONDS,
      default: 3600,
      description: 'Seconds: at most a day, or 90 days if the only page is `report`.',
    }),
  },
  { title: 'PortalLinkRequest', additionalProperties: false },
)

function checkRequest({ body }: { body: PortalLinkRequest }): Violation[] {
  const { pages, profile_id: profileId, webhook_ids: webhookIds } = body
  const has = (page: PortalPage) => pages.includes(page)
  return [
    ...(body.expires_in > DAY_SECONDS && pages.some((page) => page !== 'report')
      ? [invalidValue(['body', 'expires_in'], 'at most one day, because the link allows changes')]
      : []),
    ...(has('connect') && profileId === undefined
      ? [invalidValue(['body', 'profile_id'], 'the page connect needs the profile that accounts are connected to')]
      : []),
    ...(has('webhooks') && profileId !== undefined && webhookIds === undefined
      ? [
          invalidValue(
            ['body', 'webhook_ids'],
            'webhook endpoints do not belong to a profile: list those that the customer may see',
          ),
        ]
      : []),
    ...(!has('webhooks') && webhookIds !== undefined
      ? [invalidValue(['body', 'webhook_ids'], 'it requires the page webhooks')]
      : []),
  ]
}

export type CurrentPortalLink = Static<typeof CurrentPortalLink>
const CurrentPortalLink = Type.Object(
  {
    pages: fields.pages,
    profile_id: fields.profile_id,
    expires_at: DateTime,
    workspace_name: Type.String(),
    branding: Branding,
  },
  { title: 'CurrentPortalLink' },
)

export const examplePortalLink: PortalLink = {
  id: 'plk_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  pages: ['connect'],
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  webhook_ids: null,
  created_by: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  member_id: null,
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: '2026-01-15T10:30:00.000Z',
  revoked_at: null,
}

export const portalLinks = {
  create: endpoint({
    id: 'portal_links.create',
    route: 'POST /v1/portal-links',
    summary: 'Create a link to pages for one of your own customers',
    description:
      'Anyone who has the link can use its pages until it expires, and nothing else. `connect` lets them connect accounts to a profile. `webhooks` shows webhook endpoints and their deliveries, rotates secrets, sends test events and redrives. `report` shows the analytics of the profile, or of the workspace. The pages show your branding. Give the link only to its customer. It ends with the key or the member that created it.',
    scope: 'profile',
    body: PortalLinkRequest,
    status: 201,
    reply: CreatedPortalLink,
    showsSecret: true,
    errors: ['not_found'],
    check: checkRequest,
    example: {
      body: { pages: ['connect'], profile_id: examplePortalLink.profile_id },
      reply: {
        ...examplePortalLink,
        url: 'http://localhost:8080/embed#ql_EXAMPLE0TOKEN0THAT0OPENS0NOTHING00000000000',
      },
    },
  }),

  list: endpoint({
    id: 'portal_links.list',
    route: 'GET /v1/portal-links',
    summary: 'List portal links of the last days, newest first',
    scope: 'profile',
    ...declareList(PortalLink, 'PortalLinkPage', examplePortalLink),
  }),

  get: endpoint({
    id: 'portal_links.get',
    route: 'GET /v1/portal-links/{id}',
    summary: 'Read a portal link; its URL is not shown again',
    scope: 'profile',
    params: IdParams,
    reply: PortalLink,
    example: exampleById(examplePortalLink),
  }),

  revoke: endpoint({
    id: 'portal_links.revoke',
    route: 'DELETE /v1/portal-links/{id}',
    summary: 'Revoke a portal link, at once and everywhere',
    scope: 'profile',
    params: IdParams,
    reply: PortalLink,
    example: exampleById({ ...examplePortalLink, revoked_at: '2026-01-15T09:45:00.000Z' }),
  }),

  current: endpoint({
    id: 'portal_links.current',
    route: 'GET /v1/portal-links/current',
    summary: 'Read the pages and the branding of the calling link',
    description: 'Only for portal links, which send their token as `Authorization: Bearer ql_...`.',
    scope: 'profile',
    ofLink: 'any',
    reply: CurrentPortalLink,
    errors: ['wrong_state'],
    example: {
      reply: {
        pages: examplePortalLink.pages,
        profile_id: examplePortalLink.profile_id,
        expires_at: examplePortalLink.expires_at,
        workspace_name: 'Example workspace',
        branding: exampleBranding,
      },
    },
  }),
}
