import { Marked, type Token, type Tokens } from 'marked'
import { Html, html } from '../../kit/html.ts'
import { codeBlock, codeTabs, languageTitle, renderHeading } from './code.ts'
import type { Section } from './page.ts'
import { stripMarkdown } from './prose.ts'

/** Resolves a link of a Markdown file to this site. Returns undefined when the site does not have the target. */
export type ResolveLink = (href: string) => string | undefined

const plain = new Marked({ gfm: true })

/**
 * Splits the text of a Markdown file into sections, without its title. Markup in it is shown as text and never sent as markup.
 */
export function readMarkdown(text: string, resolve: ResolveLink): Section[] {
  const tokens = plain.lexer(text).filter((token) => !isComment(token))
  const title = tokens.find((token) => token.type === 'heading' && (token as Tokens.Heading).depth === 1)
  const marked = markedFor(resolve)
  const slugs = new Map<string, number>()
  return divide(tokens.filter((token) => token !== title)).map(({ heading, name, content }) => {
    const id = heading ? unique(name ?? toSlug(heading.text), slugs) : ''
    const level = heading?.depth === 2 ? (2 as const) : (3 as const)
    return {
      id,
      title: heading ? stripMarkdown(heading.text) : '',
      level,
      html: () => {
        const body = render(marked, content, id)
        if (!heading) return body
        return html`${renderHeading(level, id, new Html(marked.parseInline(heading.text, { async: false })))}${body}`
      },
      markdown: () =>
        [...(heading ? [heading] : []), ...content]
          .map((token) => rewriteLinks(token, resolve))
          .join('')
          .trim(),
    }
  })
}

interface Part {
  readonly heading: Tokens.Heading | undefined
  /** A custom name for links, from an anchor under the heading. */
  name?: string
  readonly content: Token[]
}

const ANCHOR = /^<a id="([\w.-]+)"><\/a>\s*$/

function divide(tokens: readonly Token[]): Part[] {
  const parts: Part[] = [{ heading: undefined, content: [] }]
  for (const token of tokens)
    if (token.type === 'heading' && (token as Tokens.Heading).depth < 4)
      parts.push({ heading: token as Tokens.Heading, content: [] })
    else {
      const part = parts.at(-1) as Part
      const name = ANCHOR.exec(token.raw)?.[1]
      if (name) part.name = name
      else part.content.push(token)
    }
  return parts.filter(({ heading, content }) => heading || content.some(({ type }) => type !== 'space'))
}

function isComment({ type, raw }: Token): boolean {
  return type === 'html' && /^\s*<!--/.test(raw)
}

/** Uses GitHub's names for headings, so that links work in both places. */
function toSlug(text: string): string {
  return stripMarkdown(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function unique(slug: string, seen: Map<string, number>): string {
  const count = seen.get(slug) ?? 0
  seen.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}

/** Returns the source with links to the Markdown of this site's pages. Code is unchanged. */
function rewriteLinks(token: Token, resolve: ResolveLink): string {
  if (token.type === 'code') return token.raw
  return token.raw.replaceAll(/(!?)\[([^\]\n]*)\]\(([^)\s]+)\)/g, (_, picture: string, text: string, href: string) => {
    const to = picture ? undefined : resolve(href)
    return to === undefined ? text : `[${text}](${markdownPath(to)})`
  })
}

/** Returns `/docs/posts.md#posts.create` for `/docs/posts#posts.create`. */
function markdownPath(path: string): string {
  if (!path.startsWith('/docs')) return path
  return path.replace(/^[^#?]*/, (page) => (page === '/docs' ? '/docs.md' : `${page}.md`))
}

function render(marked: Marked, tokens: readonly Token[], id: string): Html {
  const pieces: Html[] = []
  let tabs: Tokens.Code[] = []
  let others: Token[] = []
  const flush = () => {
    if (others.length > 0) pieces.push(new Html(marked.parser(others)))
    if (tabs.length > 0) pieces.push(renderCode(tabs, `${id || 'top'}-${pieces.length}`))
    tabs = []
    others = []
  }
  for (const token of tokens) {
    if (token.type === 'code') {
      const code = token as Tokens.Code
      // Consecutive blocks in different languages are one example; commands and their output are not.
      const isOther = tabs.every(({ lang }) => isProgram(lang) && isProgram(code.lang) && lang !== code.lang)
      if (others.length > 0 || !isOther) flush()
      tabs.push(code)
    } else if (token.type !== 'space') {
      if (tabs.length > 0) flush()
      others.push(token)
    }
  }
  flush()
  return html`${pieces}`
}

function isProgram(language = ''): boolean {
  return !['sh', 'json', ''].includes(language)
}

function renderCode(tokens: readonly Tokens.Code[], id: string): Html {
  const tabs = tokens.map(({ lang = '', text }) => ({ language: lang, title: languageTitle(lang), code: text }))
  return codeTabs(id, 'Language of the example', tabs)
}

const cell = (content: string, tag: string) => `<${tag}>${content}</${tag}>`

const SAFE = /^(?:https?:|mailto:|\/|#)/

function markedFor(resolve: ResolveLink): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => html`${text}`.text,
      heading({ tokens, depth }) {
        return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>`
      },
      code: ({ text, lang = '' }) => codeBlock(languageTitle(lang), text, lang).text,
      // An image would be another request, and the site has none.
      image: ({ text }) => html`${text}`.text,
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const to = resolve(href)
        if (to === undefined || !SAFE.test(to)) return inner
        return html`<a href="${to}"${/^https?:/.test(to) ? html` rel="noopener"` : ''}>${new Html(inner)}</a>`.text
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          // An empty header cell names nothing, but screen readers would announce it.
          row.map(({ tokens, text }) => cell(this.parser.parseInline(tokens), text.trim() === '' ? 'td' : tag)).join('')
        const isBare = token.header.every(({ text }) => text.trim() === '')
        const head = isBare ? '' : `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows}</tbody></table></div>`
      },
    },
  })
}
