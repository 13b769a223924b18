import { createYielder } from '../../kit/cooperative.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import type { Html } from '../../kit/html.ts'

/**
 * A part of a page that can be linked to and searched: HTML for people and Markdown for programs, each rendered when needed.
 */
export interface Section {
  /** Empty for content above the first heading. */
  readonly id: string
  readonly title: string
  readonly level: 2 | 3
  html(): Html
  markdown(): string
  /** Additional search terms, such as the names of fields. */
  readonly words?: string
}

export interface Page {
  readonly path: `/docs${string}`
  readonly title: string
  /** One sentence, for search engines, `llms.txt` and lists of pages. */
  readonly description: string
  /** The heading of the page in the navigation. */
  readonly group: string
  /** Used in the navigation when the title is too long. */
  readonly label?: string
  /** The operations of a resource, which the navigation shows under the current page. */
  readonly endpoints?: readonly AnyEndpoint[]
  /** True if code stands beside the text: such a page has no space for a table of contents on the right. */
  readonly isWide?: true
  /** True if the description is the first sentence of the text. */
  readonly isSaid?: true
  /** True if the content changes while the server runs: the page is then rendered for every request, others only once. */
  readonly isLive?: true
  sections(): Promise<readonly Section[]>
}

/** Data that every page is rendered from. */
export interface SiteData {
  readonly baseUrl: string
  readonly endpoints: readonly AnyEndpoint[]
}

/** Renders each section in turn, in slices: a long page takes longer than other requests should wait. */
export async function inSlices<T>(sections: readonly Section[], make: (section: Section) => T): Promise<T[]> {
  const yielder = createYielder()
  const made: T[] = []
  for (const section of sections) {
    made.push(make(section))
    if (yielder.isDue()) await yielder.yield()
  }
  return made
}

export function formatTagTitle(tag: string): string {
  const words = tag.replaceAll('_', ' ').replace(/\bapi\b/, 'API')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Returns `/docs/webhook-deliveries` for `webhook_deliveries`. */
export function resourcePath(tag: string): `/docs/${string}` {
  return `/docs/${tag.replaceAll('_', '-')}`
}

/** Returns the path of an operation's documentation. */
export function operationPath(id: string): string {
  return `${resourcePath(id.split('.')[0] ?? id)}#${id}`
}
