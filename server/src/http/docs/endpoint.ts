import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ERRORS } from '../../kit/declare/errors.ts'
import { type Html, html } from '../../kit/html.ts'
import { listErrorCodes } from '../openapi/access.ts'
import { buildHeaderSchema, listEndpointFacts } from './endpoint-facts.ts'
import { replyExample, requestExample } from './examples.ts'
import { type Field, isClosed, limitsSentence, listFields } from './fields.ts'
import { prose } from './prose.ts'

/** Documents one endpoint from its declaration. */
export function endpointSection(endpoint: AnyEndpoint, baseUrl: string): Html {
  const { id, summary, description, params, query, body, reply, special } = endpoint
  return html`
<section class="endpoint">
  <div class="about">
    <h2 id="${id}"><a href="#${id}">${summary}</a></h2>
    <p class="route">${methodBadge(endpoint)} <code>${renderPath(endpoint)}</code></p>
    ${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
    <dl class="facts">${listEndpointFacts(endpoint).map(([name, text]) => html`<div><dt>${name}</dt><dd>${prose(text)}</dd></div>`)}</dl>
    ${fieldTable('Path', listFields(params))}
    ${fieldTable('Query', listFields(query))}
    ${fieldTable('Body', listFields(body), { note: body && isClosed(body) ? 'Unknown fields are rejected.' : undefined })}
    ${fieldTable('Headers', listFields(buildHeaderSchema(endpoint)))}
    ${special.streams ? undefined : html`<details class="more"><summary>Response fields</summary>${fieldTable('', listFields(reply), { isReply: true })}</details>`}
    <details class="more"><summary>Errors</summary>${errorList(endpoint)}</details>
  </div>
  <div class="examples">${requestExample(endpoint, baseUrl)}${replyExample(endpoint)}</div>
</section>`
}

export function methodBadge({ method }: AnyEndpoint): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`
}

function renderPath({ path }: AnyEndpoint): Html {
  const pieces = path.split(/(\{\w+\})/)
  return html`${pieces.map((piece) => (piece.startsWith('{') ? html`<em>${piece}</em>` : html`${piece}`))}`
}

export function fieldTable(
  title: string,
  fields: readonly Field[],
  { note, isReply = false }: { note?: string | undefined; isReply?: boolean } = {},
): Html | undefined {
  if (fields.length === 0) return undefined
  const heading = title
    ? html`<h3 class="part">${title}${note === undefined ? undefined : html` <small>${note}</small>`}</h3>`
    : undefined
  return html`${heading}<ul class="fields">${fields.map((field) => fieldRow(field, isReply))}</ul>`
}

/** A request marks required fields, a reply the fields that may be absent. */
function fieldRow({ within, name, type, isRequired, limits, description }: Field, isReply: boolean): Html {
  const tag = isReply ? (isRequired ? undefined : 'may be absent') : isRequired ? 'required' : undefined
  const says =
    description === undefined && limits.length === 0
      ? undefined
      : html`<p class="says">${description === undefined ? undefined : prose(description)} ${
          limits.length > 0 ? html`<span class="limits">${prose(limitsSentence(limits))}</span>` : undefined
        }</p>`
  return html`<li><p><code class="name"><span>${within}</span>${name}</code> <span class="type">${type}</span>${
    tag === undefined ? undefined : html` <b class="tag ${isReply ? 'soft' : ''}">${tag}</b>`
  }</p>${says}</li>`
}

function errorList(endpoint: AnyEndpoint): Html {
  const codes = listErrorCodes(endpoint).map(
    (code) =>
      html`<li><a href="/docs/errors#${code}" title="${ERRORS[code].title}"><b>${ERRORS[code].status}</b> ${code}</a></li>`,
  )
  return html`<ul class="codes">${codes}</ul>`
}
