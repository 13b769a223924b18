import { type Html, html } from '../../kit/html.ts'
import { highlight } from './highlight.ts'

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'null'
}

export function fenced(code: string, language: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

export function renderHeading(level: 2 | 3, id: string, title: Html | string): Html {
  const link = html`<a href="#${id}">${title}</a>`
  return level === 2 ? html`<h2 id="${id}">${link}</h2>` : html`<h3 id="${id}">${link}</h3>`
}

export function codeBlock(title: string, code: string, language?: string): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>`
}

export interface Tab {
  /** `ts`: the key of the reader's remembered choice, and the language to highlight. */
  readonly language: string
  readonly title: string
  readonly code: string
}

/**
 * Shows the same code in several languages. Radio buttons switch without a script; the script remembers the choice and applies
 * it everywhere.
 */
export function codeTabs(id: string, label: string, tabs: readonly Tab[]): Html {
  const [only, second] = tabs
  if (!only) return html``
  if (!second) return codeBlock(only.title, only.code, only.language)
  const name = `tab-${id}`
  const choices = tabs.map(
    ({ language, title }, at) =>
      html`<input type="radio" name="${name}" id="${name}-${language}" value="${language}"${at === 0 ? html` checked` : ''}><label for="${name}-${language}">${title}</label>`,
  )
  const panels = tabs.map(
    ({ language, code }) =>
      html`<div class="panel"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>`,
  )
  return html`<div class="code tabs" role="group" aria-label="${label}">${choices}${panels}</div>`
}

const TITLES: Record<string, string> = {
  sh: 'Shell',
  json: 'JSON',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  js: 'JavaScript',
  javascript: 'JavaScript',
  py: 'Python',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  sql: 'SQL',
  yaml: 'YAML',
  http: 'HTTP',
}

export function languageTitle(language: string): string {
  return TITLES[language] ?? (language || 'Text')
}
