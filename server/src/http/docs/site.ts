import { platforms } from '../../connectors/registry.ts'
import type { PriceBook } from '../../domains/billing/credits/price-book.ts'
import type { Page, SiteData } from './page.ts'
import { errorSections } from './pages/errors.ts'
import { eventPages } from './pages/events.ts'
import { type FilePage, filesIn, renderFilePage } from './pages/files.ts'
import { overviewPage } from './pages/overview.ts'
import { pricesPage } from './pages/prices.ts'
import { receiverSections } from './pages/receivers.ts'
import { resourcePages } from './pages/resources.ts'

/** All pages in the order of the navigation. Their content is rendered on demand. */
export interface Site {
  readonly pages: readonly Page[]
  find(path: string): Page | undefined
}

const GUIDES = [
  'connecting',
  'publishing',
  'media',
  'inbox',
  'analytics',
  'webhooks',
  'sandbox',
  'data',
  'jobs',
  'workflows',
  'email',
  'people-directory',
  'vendors',
  'other-languages',
  'keys',
  'users',
  'production',
]
const CONCEPTS = [
  'authentication',
  'test-keys',
  'conventions',
  'idempotency',
  'pagination',
  'rate-limits',
  'request-log',
  'credits',
  'versioning',
]

/** The READMEs of the packages; their tests run them word for word. */
const SDKS = [
  { name: 'typescript', file: 'sdk/README.md', title: 'TypeScript SDK' },
  { name: 'python', file: 'sdk-python/README.md', title: 'Python SDK' },
  { name: 'cli', file: 'cli/README.md', title: 'Command line' },
  { name: 'cli-reference', file: 'docs/cli.md', title: 'All commands' },
]

export async function createSite(facts: SiteData, readBook: () => PriceBook | Promise<PriceBook>): Promise<Site> {
  const resources = resourcePages(facts)
  const files = filePages(facts)
  const places = new Map([
    ...files.map(({ file, path }) => [file, path] as const),
    ['docs/errors.md', '/docs/errors'] as const,
    ['docs/events.md', '/docs/event-types'] as const,
    ['docs/endpoints.md', '/docs'] as const,
  ])
  const read = await Promise.all(files.map((file) => renderFilePage(file, places, facts.baseUrl)))
  const inGroup = (...names: readonly string[]) =>
    read.filter((page): page is Page => page !== undefined && names.includes(page.group))
  const pages = [
    overviewPage(facts, resources),
    ...inGroup('Get started', 'SDKs', 'Concepts', 'Guides', 'Platforms'),
    ...eventPages(),
    ...inGroup('Events'),
    ...resources,
    ...inGroup('Reference').slice(0, 1),
    pricesPage(readBook),
    ...inGroup('Reference').slice(1),
  ]
  const byPath = new Map<string, Page>(pages.map((page) => [page.path, page]))
  return { pages, find: (path) => byPath.get(path) }
}

function filePages({ endpoints, baseUrl }: SiteData): FilePage[] {
  const guides = filesIn('docs/guides').flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []))
  const ofPlatforms = platforms.map(({ id }): string => id).filter((id) => guides.includes(id) && !GUIDES.includes(id))
  const others = guides.filter((name) => name !== 'quickstart' && !GUIDES.includes(name) && !ofPlatforms.includes(name))
  return [
    { path: '/docs/quickstart', file: 'docs/guides/quickstart.md', group: 'Get started' },
    ...CONCEPTS.map(
      (name) => ({ path: `/docs/concepts/${name}`, file: `docs/concepts/${name}.md`, group: 'Concepts' }) as const,
    ),
    ...SDKS.map(
      ({ name, file, title }): FilePage => ({ path: `/docs/sdks/${name}`, file, group: 'SDKs', title, label: title }),
    ),
    ...[...GUIDES, ...others].map((name) => guide('Guides', name)),
    ...ofPlatforms.map((name) => guide('Platforms', name)),
    {
      path: '/docs/signatures',
      file: 'docs/concepts/signatures.md',
      group: 'Events',
      more: () => receiverSections(baseUrl),
    },
    { path: '/docs/errors', file: 'docs/concepts/errors.md', group: 'Reference', more: () => errorSections(endpoints) },
    {
      path: '/docs/platform-limits',
      file: 'docs/platforms.md',
      group: 'Reference',
      title: 'Platform limits',
      label: 'Platform limits',
    },
    { path: '/docs/configuration', file: 'docs/configuration.md', group: 'Reference' },
    { path: '/docs/changelog', file: 'CHANGELOG.md', group: 'Reference' },
  ]
}

function guide(group: string, name: string): FilePage {
  return { path: `/docs/guides/${name}`, file: `docs/guides/${name}.md`, group }
}
