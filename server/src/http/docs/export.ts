import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { STANDARD_BOOK } from '../../domains/billing/credits/standard-book.ts'
import { endpoints } from '../catalogue.ts'
import { convertTo30 } from '../openapi/convert-to-3-0.ts'
import { openapi } from '../openapi/document.ts'
import { assets } from './assets.ts'
import { markdownPath, renderPage } from './layout.ts'
import { llmsText, splitPages } from './llms.ts'
import { renderPageMarkdown } from './page-markdown.ts'
import { createSite } from './site.ts'

/**
 * Writes the documentation as files that any web server can serve at the root of a domain: each page as HTML and as Markdown,
 * and the files for language models and generators. Search and "Try it" need a server, so they are left out.
 */
export async function exportDocs(folder: string, baseUrl: string): Promise<number> {
  const { pages } = await createSite({ endpoints, baseUrl }, () => STANDARD_BOOK)
  let count = 0
  const write = (path: string, content: string | Buffer) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    count++
  }
  for (const page of pages) {
    write(`${page.path}/index.html`, await renderPage(page, pages, { isStatic: true }))
    write(markdownPath(page.path), await renderPageMarkdown(page))
  }
  const parts = await splitPages(pages)
  write('/llms.txt', llmsText(pages, parts, baseUrl))
  for (const { path, text } of parts) write(path, text)
  write('/llms-full.txt', parts.map(({ text }) => text).join('\n'))
  const description = openapi(endpoints, baseUrl)
  write('/openapi.json', JSON.stringify(description))
  write('/openapi-3.0.json', JSON.stringify(convertTo30(description)))
  for (const [path, { content }] of assets().files) write(path, content)
  write('/favicon.ico', readFileSync(new URL('favicon.ico', import.meta.url)))
  write(
    '/index.html',
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/docs/"><title>Quoin documentation</title><a href="/docs/">Quoin documentation</a>\n',
  )
  return count
}
