import { inSlices, type Page } from './page.ts'

/** Renders a page as Markdown. */
export async function renderPageMarkdown(page: Page): Promise<string> {
  const texts = await inSlices(await page.sections(), (section) => section.markdown())
  const lead = page.isSaid ? [] : [page.description]
  return `${[`# ${page.title}`, ...lead, ...texts].join('\n\n')}\n`
}
