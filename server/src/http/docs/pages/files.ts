import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { ResolveLink } from '../markdown.ts'
import type { Page, Section } from '../page.ts'
import { stripMarkdown } from '../prose.ts'

/** The root of the repository, which an installation keeps beside the server. */
const ROOT = join(import.meta.dirname, '../../../../..')

/** Paths of repository files on the site. */
export type SitePaths = ReadonlyMap<string, string>

export interface FilePage extends Omit<Page, 'title' | 'description' | 'sections'> {
  /** Path from the root of the repository. */
  readonly file: string
  readonly title?: string
  readonly description?: string
  /** Sections after the text of the file. */
  readonly more?: () => readonly Section[] | Promise<readonly Section[]>
}

export function filesIn(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder)).toSorted()
  } catch {
    // A copy without its documentation serves only the reference.
    return []
  }
}

export async function readText(file: string, baseUrl: string): Promise<string> {
  const text = await readFile(join(ROOT, file), 'utf8')
  return text.replaceAll('http://127.0.0.1:8080', baseUrl)
}

/** Renders a page from a Markdown file; undefined when the file does not exist. */
export async function renderFilePage(
  { file, more, ...page }: FilePage,
  places: SitePaths,
  baseUrl: string,
): Promise<Page | undefined> {
  const text = await readText(file, baseUrl).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const head = readTitleAndDescription(text)
  return {
    ...head,
    label: head.title.replace(/:.*/, ''),
    isSaid: true,
    ...page,
    // Read each time, so that the text of pages is not kept in memory.
    sections: async () => {
      const { readMarkdown } = await import('../markdown.ts')
      const sections = readMarkdown(await readText(file, baseUrl), createLinkResolver(file, places))
      return [...sections, ...((await more?.()) ?? [])]
    },
  }
}

/** Returns the title and the first sentence, without reading the rest as Markdown. */
function readTitleAndDescription(text: string): { title: string; description: string } {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const paragraph =
    /\n\n((?!\*Needs)[A-Z`*[][^#|>]*?)(?:\n\n|$)/.exec(text.replaceAll(/^```[^]*?^```$/gm, ''))?.[1] ?? title
  return { title: stripMarkdown(title), description: firstSentence(stripMarkdown(paragraph)) }
}

function firstSentence(text: string): string {
  const sentence = /^.*?[.!?:](?= [A-Z]|$)/.exec(text)?.[0] ?? text
  return sentence.replace(/:$/, '.')
}

/** Resolves a link between files of the repository to the page of the target, if there is one. */
function createLinkResolver(file: string, places: SitePaths): ResolveLink {
  return (href) => {
    if (/^(?:https?:|mailto:)/.test(href)) return URL.canParse(href) ? href : undefined
    if (/^[#/]/.test(href)) return href
    if (/^\w+:/.test(href)) return undefined
    const [path = '', anchor] = href.split('#')
    const place = places.get(posix.join(posix.dirname(file), path))
    return place === undefined ? undefined : `${place}${anchor === undefined ? '' : `#${anchor}`}`
  }
}
