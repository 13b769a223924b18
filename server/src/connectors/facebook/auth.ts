import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { type Body, type Graph, readAll, request } from '../meta/graph.ts'
import { debugToken, exchangeCode, facebookLoginUrl, longLived } from '../meta/login.ts'
import { readPages } from '../meta/pages.ts'
import { PlatformError } from '../platform-error.ts'
import { createGraph, createPageGraph, getPageId } from './page.ts'
import { API_VERSION } from './platform.ts'

const PAGE_FIELDS = 'id,name,username,category,link,access_token,tasks'
const TASK_TO_PUBLISH = 'CREATE_CONTENT'
const DATA_ACCESS_NOTICE_MS = 14 * 86_400_000

export const auth: Auth = {
  oauth: {
    async authorize(call, asked) {
      return { url: facebookLoginUrl(API_VERSION, call, asked) }
    },
    async exchange(call, returned) {
      const graph = createGraph(call)
      const { access } = await longLived(graph, (await exchangeCode(graph, returned)).access)
      const person = createGraph(call, access)
      const me = await readMe(person)
      return {
        identity: me,
        // It ends after sixty days, but it only lists pages: their own tokens, made from it, do not expire.
        tokens: { access, expiresAt: null, reauthAt: null },
        scopes: await readScopes(person),
      }
    },
  },
  async listEntities(call) {
    const pages = await readPages(createGraph(call, call.tokens.access), PAGE_FIELDS)
    return pages.map(readEntity)
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const page = await request(createPageGraph(session), 'GET', getPageId(session), {
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

async function readMe(person: Graph) {
  const { id, name, picture } = await request(person, 'GET', 'me', { query: { fields: 'id,name,picture' } })
  return {
    externalId: String(id),
    displayName: name ?? null,
    username: null,
    avatarUrl: picture?.data?.url ?? null,
  }
}

async function readScopes(person: Graph): Promise<string[]> {
  const permissions = await readAll(person, 'me/permissions')
  return permissions.filter(({ status }) => status === 'granted').map(({ permission }) => String(permission))
}

function readEntity(page: Body): FoundEntity {
  const reason = reasonAgainst(page)
  const { username, category, link } = page
  return {
    kind: 'page',
    externalId: String(page.id),
    name: String(page.name ?? page.id),
    parentExternalId: null,
    metadata: { ...(username && { username }), ...(category && { category }), ...(link && { link }) },
    grants: Array.isArray(page.tasks) ? page.tasks.map(String) : [],
    selectable: reason === null,
    unselectableReason: reason,
    ...(typeof page.access_token === 'string' && { secret: page.access_token }),
  }
}

/** Business pages come without `tasks`: then Facebook decides at the first post. */
function reasonAgainst({ access_token, tasks }: Body): string | null {
  if (typeof access_token !== 'string')
    return 'Facebook gives no token for this page: the person has no role on it, or did not choose it at the sign-in.'
  if (Array.isArray(tasks) && !tasks.includes(TASK_TO_PUBLISH))
    return `The person may not create content on this page (the task ${TASK_TO_PUBLISH} is missing).`
  return null
}
