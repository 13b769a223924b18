import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id, tryRead } from '../api/response.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { buildEdgeSchema, type Graph, request } from '../meta/graph.ts'
import { debugToken, exchangeCode, facebookLoginUrl, getLongLivedToken, readGrantedScopes } from '../meta/login.ts'
import { readPages } from '../meta/pages.ts'
import { PlatformError } from '../platform-error.ts'
import type { Identity } from '../session.ts'
import { createGraph, createPageGraph, getPageId } from './page.ts'
import { API_VERSION } from './platform.ts'

const PAGE_FIELDS = 'id,name,username,category,link,access_token,tasks'
const TASK_TO_PUBLISH = 'CREATE_CONTENT'
const DATA_ACCESS_NOTICE_MS = 14 * 86_400_000

type Page = Static<typeof Page>
const Page = Type.Object({
  id: Id,
  name: Maybe(Type.String()),
  username: Maybe(Type.String()),
  category: Maybe(Type.String()),
  link: Maybe(Type.String()),
  access_token: Maybe(Type.String()),
  tasks: Maybe(Type.Array(Type.String())),
})

const PageEdge = buildEdgeSchema(Page)
const PageState = Type.Object({ is_published: Maybe(Type.Boolean()) })
const Me = Type.Object({ id: Id, name: Maybe(Type.String()), picture: Maybe(Type.Unknown()) })
const Picture = Type.Object({ data: Type.Object({ url: Type.String() }) })

export const auth: Auth = {
  oauth: {
    authorize: async (call, signIn) => ({ url: facebookLoginUrl(API_VERSION, call, signIn) }),
    async exchange(call, redirect) {
      const graph = createGraph(call)
      const { access } = await getLongLivedToken(graph, (await exchangeCode(graph, redirect)).access)
      const person = createGraph(call, access)
      return {
        identity: await readIdentity(person),
        // This token ends after sixty days, but it only lists pages. The pages' own tokens, made from it, do not expire.
        tokens: { access, expiresAt: null, reauthAt: null },
        scopes: await readGrantedScopes(person),
      }
    },
  },
  async listEntities(call) {
    const pages = await readPages(createGraph(call, call.tokens.access), PAGE_FIELDS, PageEdge)
    return pages.map(readEntity)
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const page = await request(createPageGraph(session), 'GET', getPageId(session), {
    schema: PageState,
    query: { fields: 'id,name,is_published' },
  })
  const { isValid, scopes, dataAccessEndsAt } = await debugToken(createGraph(session), session.entity.secret ?? '')
  if (!isValid)
    throw new PlatformError('auth', "Facebook no longer accepts the page's token.", {
      rule: 'facebook.token.invalid',
      remediation: 'Connect the account again.',
    })
  const issues: HealthIssue[] = []
  const warn = (code: string, message: string, remediation: string) =>
    issues.push({ code: `facebook_${code}`, message, remediation, severity: 'warning' })
  if (page.is_published === false)
    warn('page_unpublished', 'The page is not published: only its managers see it.', 'Publish the page on Facebook.')
  if (dataAccessEndsAt && dataAccessEndsAt.getTime() - session.now().getTime() < DATA_ACCESS_NOTICE_MS)
    warn(
      'data_access_ending',
      `Facebook ends the app's access to the person's data at ${dataAccessEndsAt.toISOString()}.`,
      'Reconnect the account.',
    )
  return { issues, scopes }
}

async function readIdentity(person: Graph): Promise<Identity> {
  const query = { fields: 'id,name,picture' }
  const { id, name, picture } = await request(person, 'GET', 'me', { schema: Me, query })
  return {
    externalId: String(id),
    displayName: name ?? null,
    username: null,
    avatarUrl: tryRead(Picture, picture)?.data.url ?? null,
  }
}

function readEntity(page: Page): FoundEntity {
  const reason = findUnselectableReason(page)
  const { username, category, link, access_token, tasks } = page
  return {
    kind: 'page',
    externalId: String(page.id),
    name: String(page.name ?? page.id),
    parentExternalId: null,
    metadata: { ...(username && { username }), ...(category && { category }), ...(link && { link }) },
    grants: tasks ?? [],
    selectable: reason === null,
    unselectableReason: reason,
    ...(typeof access_token === 'string' && { secret: access_token }),
  }
}

/** Pages of businesses come without `tasks`: Facebook decides at the first post. */
function findUnselectableReason({ access_token, tasks }: Page): string | null {
  if (typeof access_token !== 'string')
    return 'Facebook gives no token for this page: the person has no role on it, or did not choose it at the sign-in.'
  if (tasks && !tasks.includes(TASK_TO_PUBLISH))
    return `The person may not create content on this page (the task ${TASK_TO_PUBLISH} is missing).`
  return null
}
