import { ERRORS } from '../../../kit/declare/errors.ts'
import { type Html, html } from '../../../kit/html.ts'
import { ABOUT } from '../../openapi/document.ts'
import { codeBlock, fenced, renderHeading } from '../code.ts'
import { methodBadge } from '../endpoint.ts'
import { operationPath, type Page, type Section, type SiteData } from '../page.ts'

const CARDS = [
  ['/docs/quickstart', 'Quickstart', 'From an empty server to a published post and a paid lookup, in five minutes.'],
  [
    '/docs/concepts/authentication',
    'Authentication',
    'Keys with permissions, scopes and budgets, and test keys that change nothing.',
  ],
  ['/docs/posts', 'Publish posts', 'One call to many platforms: now, later, or from a draft.'],
  ['/docs/data', 'Look up data', 'People, companies and email. You only pay for what is found.'],
  ['/docs/sdks/typescript', 'Use an SDK', 'TypeScript and Python, with retries, pagination and typed errors.'],
  ['/docs/guides/webhooks', 'Receive webhooks', 'Signed, retried over 35 hours, and never lost.'],
] as const

const FILES = [
  ['/openapi.json', 'OpenAPI 3.1', 'the whole API for generators and other tools'],
  ['/openapi-3.0.json', 'OpenAPI 3.0', 'the same for generators that do not read 3.1'],
  ['/llms.txt', 'llms.txt', 'a list of these pages for language models'],
  ['/llms-full.txt', 'llms-full.txt', 'the text of all pages in one file'],
] as const

export function overviewPage({ endpoints, baseUrl }: SiteData, resources: readonly Page[]): Page {
  return {
    path: '/docs',
    title: 'Documentation',
    description: ABOUT,
    group: 'Get started',
    label: 'Overview',
    sections: async () => [
      introduction(baseUrl),
      forMachines(),
      operationsIndex(resources, endpoints.length),
      errorsIndex(),
    ],
  }
}

function introduction(baseUrl: string): Section {
  const first = `curl "${baseUrl}/v1/credits" \\\n  -H "Authorization: Bearer $QUOIN_API_KEY"`
  const cards = CARDS.map(
    ([href, title, text]) => html`<li><a href="${href}"><b>${title}</b><span>${text}</span></a></li>`,
  )
  return {
    id: '',
    title: '',
    level: 2,
    html: () => html`${codeBlock('This server', first, 'sh')}<ul class="cards">${cards}</ul>`,
    markdown: () =>
      `${fenced(first, 'sh')}\n\n${CARDS.map(([href, title, text]) => `- [${title}](${href}.md): ${text}`).join('\n')}`,
  }
}

function forMachines(): Section {
  const note = 'Every page is also available as Markdown: add `.md` to its URL, or request `text/markdown`.'
  return {
    id: 'machines',
    title: 'For tools and language models',
    level: 2,
    html: () =>
      html`${renderHeading(2, 'machines', 'For tools and language models')}<ul>${FILES.map(([href, title, text]) => html`<li><a href="${href}">${title}</a>: ${text}</li>`)}</ul><p>Every page is also available as Markdown: add <code>.md</code> to its URL, or request <code>text/markdown</code>.</p>`,
    markdown: () =>
      `## For tools and language models\n\n${FILES.map(([href, title, text]) => `- [${title}](${href}): ${text}`).join('\n')}\n\n${note}`,
  }
}

/** Lists every operation by its id: old links to this page, from when it was the only one, still use these ids. */
function operationsIndex(resources: readonly Page[], count: number): Section {
  const title = `All ${count} operations`
  const lists = resources.map(
    ({ path, title: name, endpoints = [] }) =>
      html`<section><h3><a href="${path}">${name}</a></h3><ul>${endpoints.map(
        (endpoint) =>
          html`<li id="${endpoint.id}"><a href="${operationPath(endpoint.id)}">${methodBadge(endpoint)}<span>${endpoint.summary}</span></a></li>`,
      )}</ul></section>`,
  )
  const lines = resources.map(({ path, title: name, description }) => `- [${name}](${path}.md): ${description}`)
  return {
    id: 'operations',
    title,
    level: 2,
    html: () => html`${renderHeading(2, 'operations', title)}<div class="index">${lists}</div>`,
    markdown: () => `## Resources\n\n${lines.join('\n')}`,
  }
}

function errorsIndex(): Section {
  const items: Html[] = Object.entries(ERRORS).map(
    ([code, { status }]) => html`<li id="${code}"><a href="/docs/errors#${code}"><b>${status}</b> ${code}</a></li>`,
  )
  return {
    id: 'errors',
    title: 'All error codes',
    level: 2,
    html: () => html`${renderHeading(2, 'errors', 'All error codes')}<ul class="codes">${items}</ul>`,
    markdown: () => '## Errors\n\n[All error codes and what to do](/docs/errors.md)',
  }
}
