import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { type Html, html } from '../../../kit/html.ts'
import { toTag } from '../../openapi/document.ts'
import { endpointSection, methodBadge } from '../endpoint.ts'
import { endpointMarkdown } from '../endpoint-markdown.ts'
import { formatTagTitle, type Page, resourcePath, type Section, type SiteData } from '../page.ts'

/** Resources by purpose. A resource in no list is shown in the last group. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'API: social': [
    'profiles',
    'platforms',
    'connections',
    'accounts',
    'posts',
    'media',
    'comments',
    'conversations',
    'messages',
    'reviews',
    'templates',
    'analytics',
    'sandbox',
  ],
  'API: data': [
    'data',
    'actions',
    'workflows',
    'data_jobs',
    'bulk_jobs',
    'purchases',
    'saved_searches',
    'suppressions',
  ],
  'API: webhooks': ['webhooks', 'webhook_deliveries', 'events'],
  'API: workspace': ['home', 'api_keys', 'branding', 'portal_links', 'credits', 'requests', 'pricing', 'demo_data'],
}
const OTHERS = 'API: people and operator'

const ABOUT: Readonly<Record<string, string>> = {
  profiles: 'A profile groups the accounts of one brand, person or customer.',
  platforms: 'Capabilities of each social platform, and the apps used for sign-in.',
  connections: 'Connecting an account: on the hosted page, or step by step through the API.',
  accounts: 'Connected social accounts with their health, entities and metrics.',
  posts: 'Write once and publish to many accounts, now or later; each target is tracked separately.',
  media: 'Images, videos and documents for posts and messages.',
  comments: 'Comments on your posts, across all platforms: read, reply, hide and delete.',
  conversations: 'Private messages across all platforms, with reply windows and unread counts.',
  messages: 'Attachments of messages.',
  reviews: 'Reviews of your business: read and reply.',
  templates: 'Message templates that need approval by a platform.',
  analytics: 'Daily metrics of accounts and posts.',
  sandbox: 'A simulated social network on this server, for testing without a platform.',
  data: 'Search people and companies, find and verify email, enrich, and estimate costs.',
  actions: 'All priced actions, with the prices of your workspace.',
  workflows: 'Multi-step lookups over many rows.',
  data_jobs: 'A single lookup that runs in the background.',
  bulk_jobs: 'Lookups of up to 100,000 rows in one job.',
  purchases: 'What lookups, workflows and jobs bought, to read again.',
  saved_searches: 'Searches to run again, and new results since the last run.',
  suppressions: 'People, email addresses and domains that lookups never return.',
  webhooks: 'Endpoints that receive events, and their signing secrets.',
  webhook_deliveries: 'The log of deliveries, and redriving them.',
  events: 'Events as a stream, for programs without a public URL.',
  home: 'Summary of a workspace and what needs attention, in one call.',
  api_keys: 'Keys with permissions, scopes, budgets and expiry.',
  branding: 'The look of the pages for your own customers.',
  portal_links: 'Short-lived links to pages for your own customers.',
  credits: 'Balance, ledger, usage and purchases.',
  requests: 'Receipts of calls: what was requested, found and charged.',
  pricing: 'Public prices of packs and subscriptions.',
  demo_data: 'Sample data to explore the product, which can be removed again.',
  auth: 'Sign-in and sign-up.',
  session: 'The current session.',
  me: 'Your name, locale, time zone and second factor.',
  passkeys: 'Passkeys for signing in.',
  sessions: 'Your active sessions.',
  workspaces: 'Create, rename and close workspaces.',
  members: 'Members of a workspace and their roles.',
  invitations: 'Invitations to a workspace.',
  operator: 'For operators of the server: grants, orders, price books, closing workspaces.',
  connect: 'The hosted page on which a user connects an account.',
  oauth: 'Called by platforms during a sign-in.',
  connected_apps: 'The apps that you connected to a workspace by signing in.',
  oauth_requests: 'Apps and devices that ask a user for access, and the decision of the user.',
  callbacks: 'Called by vendors and payment providers.',
  inbound: 'Called by platforms to push events.',
}

export function resourcePages({ endpoints, baseUrl }: SiteData): Page[] {
  const byTag = Map.groupBy(endpoints, toTag)
  const listed = Object.entries(GROUPS).flatMap(([group, tags]) => tags.map((tag) => [group, tag] as const))
  const known = new Set(listed.map(([, tag]) => tag))
  const rest = [...byTag.keys()].filter((tag) => !known.has(tag)).map((tag) => [OTHERS, tag] as const)
  return [...listed, ...rest].flatMap(([group, tag]) => {
    const own = byTag.get(tag)
    return own ? [resourcePage(group, tag, own.toSorted(byDepth), baseUrl)] : []
  })
}

/** Sorts the collection first, then a single item, then actions on either. */
function byDepth(a: AnyEndpoint, b: AnyEndpoint): number {
  return measurePathDepth(a) - measurePathDepth(b)
}

function measurePathDepth({ path }: AnyEndpoint): number {
  const steps = path.split('/')
  return 2 * steps.length + (steps.at(-1)?.startsWith('{') ? 0 : 1)
}

function resourcePage(group: string, tag: string, endpoints: readonly AnyEndpoint[], baseUrl: string): Page {
  const description = ABOUT[tag] ?? `The operations \`${tag}.*\`.`
  return {
    path: resourcePath(tag),
    title: formatTagTitle(tag),
    description,
    group,
    endpoints,
    isWide: true,
    sections: async () => [lead(endpoints), ...endpoints.map((endpoint) => buildEndpointSection(endpoint, baseUrl))],
  }
}

function lead(endpoints: readonly AnyEndpoint[]): Section {
  const markdown = endpoints.map(({ id, method, path, summary }) => `- [\`${method} ${path}\`](#${id}): ${summary}`)
  return { id: '', title: '', level: 2, html: () => operationList(endpoints), markdown: () => markdown.join('\n') }
}

function operationList(endpoints: readonly AnyEndpoint[]): Html {
  const items = endpoints.map(
    (endpoint) =>
      html`<li><a href="#${endpoint.id}">${methodBadge(endpoint)}<code>${endpoint.path}</code><span>${endpoint.summary}</span></a></li>`,
  )
  return html`<ul class="operations">${items}</ul>`
}

function buildEndpointSection(endpoint: AnyEndpoint, baseUrl: string): Section {
  return {
    id: endpoint.id,
    title: endpoint.summary,
    level: 2,
    html: () => endpointSection(endpoint, baseUrl),
    markdown: () => endpointMarkdown(endpoint, baseUrl),
    words: `${endpoint.id} ${endpoint.method} ${endpoint.path}`,
  }
}
