import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../../kit/declare/errors.ts'
import { html } from '../../../kit/html.ts'
import { listErrorCodes } from '../../openapi/access.ts'
import { renderHeading } from '../code.ts'
import { operationPath, type Section } from '../page.ts'
import { prose } from '../prose.ts'

const SHOWN_MAX = 8

/** Renders a section for each code: its meaning, the remedy, and the operations that return it. */
export function errorSections(endpoints: readonly AnyEndpoint[]): Section[] {
  const all: Section = {
    id: 'codes',
    title: 'All codes',
    level: 2,
    html: () => renderHeading(2, 'codes', 'All codes'),
    markdown: () => '## All codes',
  }
  const errors = endpoints.map((endpoint) => ({ id: endpoint.id, codes: new Set(listErrorCodes(endpoint)) }))
  const byCode = (code: ErrorCode) => errors.filter(({ codes }) => codes.has(code)).map(({ id }) => id)
  return [all, ...(Object.keys(ERRORS) as ErrorCode[]).map((code) => buildErrorSection(code, byCode(code)))]
}

function buildErrorSection(code: ErrorCode, returnedBy: readonly string[]): Section {
  const { status, title, remedy } = ERRORS[code]
  const links = returnedBy.map(
    (id, at) => html`${at > 0 ? ', ' : ''}<a href="${operationPath(id)}"><code>${id}</code></a>`,
  )
  const isRare = links.length > 0 && links.length <= SHOWN_MAX
  return {
    id: code,
    title: code,
    level: 3,
    html: () =>
      html`<div class="error"><b class="status s${Math.floor(status / 100)}">${status}</b><div><h3 id="${code}"><a href="#${code}"><code>${code}</code></a></h3><p>${title}.</p><p class="remedy"><b>What to do</b> ${prose(remedy)}</p>${isRare ? html`<p class="by">Returned by ${links}.</p>` : undefined}</div></div>`,
    markdown: () => `### ${code}\n\n${status}: ${title}.\n\nWhat to do: ${remedy}`,
    words: `error ${status} ${code}`,
  }
}
