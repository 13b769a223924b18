import { ABOUT } from '../openapi/document.ts'
import { markdownPath } from './layout.ts'
import { inSlices, type Page } from './page.ts'

/** Renders a page as Markdown. */
export async function renderPageMarkdown(page: Page): Promise<string> {
  const texts = await inSlices(await page.sections(), (section) => section.markdown())
  const lead = page.isSaid ? [] : [page.description]
  return `${[`# ${page.title}`, ...lead, ...texts].join('\n\n')}\n`
}

/** Lists the pages of the site for language models (llmstxt.org): the general rules, then a line for each page. */
export function llmsText(pages: readonly Page[], baseUrl: string): string {
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

${groups.join('\n')}`
}
