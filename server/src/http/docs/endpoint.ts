import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ERRORS } from '../../kit/declare/errors.ts'
import { type Html, html } from '../../kit/html.ts'
import { errorCodesOf, headerParameters } from '../openapi.ts'
import { codeBlock, coloured, curlOf, pretty } from './code.ts'
import { type Field, fieldsOf, isClosed } from './fields.ts'
import { prose } from './prose.ts'

/** The documentation of one endpoint, from its declaration. */
export function endpointSection(endpoint: AnyEndpoint, baseUrl: string): Html {
  const { id, summary, description, params, query, body, reply, status, example, streams } = endpoint
  return html`
<section class="endpoint" id="${id}">
  <div class="about">
    <h3><a href="#${id}">${summary}</a></h3>
    <p class="route">${methodBadge(endpoint)} <code>${pathOf(endpoint)}</code></p>
    ${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
    ${facts(endpoint)}
    ${fieldTable('Path', fieldsOf(params))}
    ${fieldTable('Query', fieldsOf(query))}
    ${fieldTable('Body', fieldsOf(body), body && isClosed(body) ? 'Other fields are refused.' : undefined)}
    ${fieldTable('Headers', fieldsOf(headersOf(endpoint)))}
    ${streams ? undefined : html`<details><summary>Fields of the reply</summary>${fieldTable('', fieldsOf(reply))}</details>`}
    ${errorList(endpoint)}
  </div>
  <div class="examples">
    ${codeBlock('Request', curlOf(endpoint, baseUrl))}
    ${codeBlock(`Reply ${status}`, streams ? 'The bytes of the file.' : coloured(pretty(example.reply)))}
  </div>
</section>`
}

export function methodBadge({ method }: AnyEndpoint): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`
}

function pathOf({ path }: AnyEndpoint): Html {
  const pieces = path.split(/(\{\w+\})/)
  return html`${pieces.map((piece) => (piece.startsWith('{') ? html`<em>${piece}</em>` : html`${piece}`))}`
}

function facts({ id, access, role, needsSudo, scope, price, produces, streams }: AnyEndpoint): Html {
  const key = {
    public: 'none needed',
    read: 'any',
    write: 'permission `read_write`',
    user: 'none: the session of a signed-in user',
    operator: "the operator's token, `QUOIN_OPERATOR_TOKEN`, in place of a key, or the session of an operator",
  }[access]
  const sudo = needsSudo && 'proof within the last 15 minutes of who it is'
  const session = [role && `the role \`${role}\` or more`, sudo].filter(Boolean).join(', and ')
  const reach = { full: '`full`', profile: '`full`, or `profiles` for its own profiles' }[scope]
  const words = { free: 'free', quote: 'free', later: 'the price of its action in the price book, per answered row' }
  const cost = typeof price === 'string' ? words[price] : `\`${price.action}\` in the price book`
  return html`<dl class="facts">
      <div><dt>Key</dt><dd>${prose(key)}</dd></div>
      ${session && html`<div><dt>Session</dt><dd>${prose(session)}</dd></div>`}
      ${access !== 'read' && access !== 'write' ? undefined : html`<div><dt>Scope</dt><dd>${prose(reach)}</dd></div>`}
      <div><dt>Price</dt><dd>${prose(cost)}</dd></div>
      <div><dt>Operation</dt><dd><code>${id}</code></dd></div>
      ${streams && html`<div><dt>Answers</dt><dd>${streams.join(', ')}</dd></div>`}
      ${produces && html`<div><dt>Answers also</dt><dd>${produces.join(', ')}</dd></div>`}
    </dl>`
}

function headersOf(endpoint: AnyEndpoint) {
  const headers = headerParameters(endpoint)
  const entries = headers.map(({ name, description, schema }) => [name, { description, ...(schema as object) }])
  return {
    properties: Object.fromEntries(entries) as Record<string, unknown>,
    required: headers.filter(({ required }) => required).map(({ name }) => name),
  }
}

function fieldTable(title: string, fields: readonly Field[], note?: string): Html | undefined {
  if (fields.length === 0) return undefined
  const heading = title
    ? html`<h4>${title}${note === undefined ? undefined : html` <small>${note}</small>`}</h4>`
    : undefined
  return html`${heading}<ul class="fields">${fields.map((field) => fieldRow(field, title === ''))}</ul>`
}

/** A request marks required fields, a reply the fields that may be absent. */
function fieldRow({ within, name, type, isRequired, limits, description }: Field, isReply: boolean): Html {
  const tag = isReply ? (isRequired ? undefined : 'may be absent') : isRequired ? 'required' : undefined
  return html`<li>
      <p><code class="name"><span>${within}</span>${name}</code> <span class="type">${type}</span>${
        tag === undefined ? undefined : html` <b class="tag ${isReply ? 'soft' : ''}">${tag}</b>`
      }</p>
      ${
        description === undefined && limits.length === 0
          ? undefined
          : html`<p class="says">${description === undefined ? undefined : prose(description)} ${
              limits.length > 0 ? html`<span class="limits">${prose(sentence(limits))}</span>` : undefined
            }</p>`
      }
    </li>`
}

function sentence(limits: readonly string[]): string {
  const text = limits.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function errorList(endpoint: AnyEndpoint): Html {
  const codes = errorCodesOf(endpoint).map(
    (code) => html`<li><a href="#${code}" title="${ERRORS[code].title}"><b>${ERRORS[code].status}</b> ${code}</a></li>`,
  )
  return html`<h4>Errors</h4><ul class="codes">${codes}</ul>`
}
