import type { Page } from './page.ts'
import { renderPageMarkdown } from './page-markdown.ts'

/** Some pages as one text that fits the context of a language model. */
export interface LlmsPart {
  readonly path: `/llms/${number}.txt`
  readonly text: string
  readonly titles: readonly string[]
}

/** About 50,000 tokens. */
const CHARS_MAX = 200_000

/** Splits the text of all pages into parts, in the order of the pages. A page that is longer than a part is a part of its own. */
export async function splitPages(pages: readonly Page[]): Promise<LlmsPart[]> {
  const parts: { texts: string[]; titles: string[]; chars: number }[] = []
  for (const page of pages) {
    const text = await renderPageMarkdown(page)
    const last = parts.at(-1)
    if (last && last.chars + text.length <= CHARS_MAX) {
      last.texts.push(text)
      last.titles.push(page.title)
      last.chars += text.length
    } else parts.push({ texts: [text], titles: [page.title], chars: text.length })
  }
  return parts.map(({ texts, titles }, at) => ({ path: `/llms/${at + 1}.txt`, text: texts.join('\n'), titles }))
}
