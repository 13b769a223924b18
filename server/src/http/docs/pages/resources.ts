import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { type Html, html } from '../../../kit/html.ts'
import { toTag } from '../../openapi.ts'
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
  'API: data': ['data', 'actions', 'workflows', 'data_jobs', 'bulk_jobs', 'saved_searches', 'suppressions'],
  'API: webhooks': ['webhooks', 'webhook_deliveries', 'events'],
  'API: workspace': ['home', 'api_keys', 'branding', 'portal_links', 'credits', 'requests', 'pricing', 'demo_data'],
}
const OTHERS = 'API: people and operator'

const ABOUT: Readonly<Record<string, string>> = {
  profiles: 'A profile groups the accounts of one brand, person or customer.',
  platforms: 'What each social platform can do here, and the apps that sign-ins use.',
  connections: 'How an account is connected: on a page of ours, or step by step through the API.',
  accounts: 'Connected social accounts: their health, their pages and their figures.',
  posts: 'Write once and publish to many accounts, now or later, each target on its own.',
  media: 'Pictures, videos and documents for posts and messages.',
  comments: 'Comments under your posts, on all platforms: read, answer, hide, delete.',
  conversations: 'Private messages on all platforms, with windows and unread counts.',
  messages: 'Files that came with messages.',
  reviews: 'Reviews of your business: read and answer them.',
  templates: 'Message templates that a platform approves.',
  analytics: 'Daily figures of accounts and posts.',
  sandbox: 'A social network inside the server, to try everything without a platform.',
  data: 'Search people and companies, find and verify email, enrich, and estimate what it costs.',
  actions: 'Every action that can be paid for, with the price of your workspace.',
  workflows: 'Several lookups in a row, over many rows.',
  data_jobs: 'A single lookup that answers later.',
  bulk_jobs: 'Lookups of up to 100,000 rows in one job.',
  saved_searches: 'Searches to run again, and what is new since.',
  suppressions: 'People, addresses and domains that must not be found.',
  webhooks: 'Where events are sent, and how deliveries are signed.',
  webhook_deliveries: 'The log of every delivery, and sending them again.',
  events: 'Events as a stream, for programs without a public address.',
  home: 'What a workspace has and what needs attention, in one call.',
  api_keys: 'Keys with permissions, scopes, budgets and expiry.',
  branding: 'How pages for your own customers look.',
  portal_links: 'Short-lived links to pages for one of your own customers.',
  credits: 'The balance, the ledger, usage, and buying credits.',
  requests: 'Receipts: what a call asked, found and cost.',
  pricing: 'Packs and subscriptions, for anyone to read.',
  demo_data: 'Sample data to look around with, and to remove again.',
  auth: 'How people sign in and sign up.',
  session: 'Who is signed in.',
  me: 'Your own name, language, time zone and second factor.',
  passkeys: 'Sign in with a passkey.',
  sessions: 'Where you are signed in.',
  workspaces: 'Open, name and close workspaces.',
  members: 'Who is in a workspace, and with which role.',
  invitations: 'Invite people to a workspace.',
  operator: 'For who runs the server: grants, orders, price books, closing.',
  connect: 'The page on which a person connects an account.',
  oauth: 'What platforms call during a sign-in.',
  callbacks: 'What vendors and payment providers call.',
  inbound: 'What platforms push.',
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
