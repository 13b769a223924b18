import { ABOUT } from '../openapi/document.ts'
import { markdownPath } from './layout.ts'
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

/** Lists the pages of the site for language models (llmstxt.org): the general rules, then a line for each page. */
export function llmsText(pages: readonly Page[], parts: readonly LlmsPart[], baseUrl: string): string {
  const groups = [...Map.groupBy(pages, ({ group }) => group)].map(
    ([group, members]) =>
      `## ${group}\n\n${members.map(({ path, title, description }) => `- [${title}](${baseUrl}${markdownPath(path)}): ${description}`).join('\n')}\n`,
  )
  return `# Quoin

> ${ABOUT}

The API speaks JSON over HTTP at ${baseUrl}.

- Send a key with every call: \`Authorization: Bearer qk_live_...\`. A key that starts with \`qk_test_\` returns examples, changes nothing and costs nothing.
- A lookup that finds nothing returns 200 with \`"data": null\` and costs nothing. \`X-Credits-Charged\` is the cost of the call. \`:estimate\` is free.
- Send an \`Idempotency-Key\` with every POST, PUT, PATCH and DELETE, and retry with the same one: the work is done and charged once.
- Lists return \`{data, has_more, next_cursor}\`; pass \`next_cursor\` as \`cursor\`.
- Errors are problem documents (RFC 9457) with a stable \`code\`; a 422 lists every problem with its location in \`detail\`. Unknown fields are rejected.
- Times are ISO 8601 in UTC. Amounts of credits are integers.

## For tools

- [OpenAPI 3.1](${baseUrl}/openapi.json): the whole API for generators
- [OpenAPI 3.0](${baseUrl}/openapi-3.0.json): the same for generators that do not read 3.1
- [All pages in one file](${baseUrl}/llms-full.txt): the text of everything below
${parts.map(({ path, titles }) => `- [Part ${path.replace(/\D/g, '')} of ${parts.length}](${baseUrl}${path}): ${titles.join(', ')}\n`).join('')}
${groups.join('\n')}`
}
