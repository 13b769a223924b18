import { createYielder } from '../../kit/cooperative.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import type { Html } from '../../kit/html.ts'

/** A part of a page that can be linked to and found: the same as HTML for people and as Markdown for programs, each made when needed. */
export interface Section {
  /** Empty for what stands above the first heading. */
  readonly id: string
  readonly title: string
  readonly level: 2 | 3
  html(): Html
  markdown(): string
  /** Further words by which it is found, such as the names of fields. */
  readonly words?: string
}

export interface Page {
  readonly path: `/docs${string}`
  readonly title: string
  /** One sentence, for search engines, `llms.txt` and lists of pages. */
  readonly description: string
  /** The heading under which the navigation shows it. */
  readonly group: string
  /** In the navigation, when the title is too long for it. */
  readonly label?: string
  /** The operations of a resource, which the navigation shows under the current page. */
  readonly endpoints?: readonly AnyEndpoint[]
  /** Whether code stands beside the text; such a page has no room for a table of contents at its right. */
  readonly isWide?: true
  /** The description is the first sentence of its text. */
  readonly isSaid?: true
  /** Made when the page is first asked for. A page whose content changes while the server runs is made every time. */
  readonly isLive?: true
  sections(): Promise<readonly Section[]>
}

/** What every page is made from. */
export interface SiteData {
  readonly baseUrl: string
  readonly endpoints: readonly AnyEndpoint[]
}

/** Makes each section in turn, in slices: a long page takes longer than other requests should wait. */
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

/** `/docs/webhook-deliveries` of `webhook_deliveries`. */
export function resourcePath(tag: string): `/docs/${string}` {
  return `/docs/${tag.replaceAll('_', '-')}`
}

/** Where an operation is documented. */
export function operationPath(id: string): string {
  return `${resourcePath(id.split('.')[0] ?? id)}#${id}`
}
