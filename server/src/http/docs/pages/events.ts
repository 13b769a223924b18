import { type Event, eventBodyExample } from '../../../kit/declare/event.ts'
import { html } from '../../../kit/html.ts'
import { sentEvents } from '../../openapi/webhooks.ts'
import { codeBlock, fenced, pretty } from '../code.ts'
import { fieldTable } from '../endpoint.ts'
import { fieldList } from '../endpoint-markdown.ts'
import { listFields } from '../fields.ts'
import { formatTagTitle, type Page, type Section } from '../page.ts'
import { prose } from '../prose.ts'

const GROUP = 'Events'
const OVERVIEW = '/docs/event-types'

/** Builds an overview of all events, and a page with the payloads of each kind of resource. */
export function eventPages(): Page[] {
  const groups = [...Map.groupBy(sentEvents, ({ type }) => type.split('.')[0] ?? type)]
  const overview: Page = {
    path: OVERVIEW,
    title: 'Event types',
    description: 'Every event that webhooks and streams carry, and when it fires.',
    group: GROUP,
    sections: async () => [overviewSection()],
  }
  return [overview, ...groups.map(([name, events]) => groupPage(name, events))]
}

function toEventsPath(name: string): `/docs/${string}` {
  return `${OVERVIEW}/${name}`
}

function toEventLink({ type }: Event): string {
  return `${toEventsPath(type.split('.')[0] ?? type)}#${type}`
}

function overviewSection(): Section {
  const introduction =
    'Each event is sent as `{id, type, created_at, workspace_id, data}`. `GET /v1/webhooks/events` returns this list as JSON Schemas, and `webhooks` of `/openapi.json` describes every payload for generators.'
  const rows = sentEvents.map(
    (event) =>
      html`<tr><td><a href="${toEventLink(event)}"><code>${event.type}</code></a></td><td>${prose(event.summary)}</td></tr>`,
  )
  const lines = sentEvents.map(
    (event) => `- [\`${event.type}\`](${toEventLink(event).replace('#', '.md#')}): ${event.summary}`,
  )
  return {
    id: '',
    title: '',
    level: 2,
    html: () => html`<p>${prose(introduction)}</p><div class="table" tabindex="0" role="group" aria-label="Events"><table><thead><tr><th>Event</th><th>Fires when</th></tr></thead><tbody>${rows}</tbody></table></div>
<p>Subscribe with <a href="/docs/webhooks#webhooks.create">a webhook endpoint</a>, and <a href="/docs/signatures">verify the signature</a> of what arrives.</p>`,
    markdown: () =>
      `${introduction}\n\n${lines.join('\n')}\n\nSubscribe with [a webhook endpoint](/docs/webhooks.md#webhooks.create), and [verify the signature](/docs/signatures.md) of what arrives.`,
  }
}

function groupPage(name: string, events: readonly Event[]): Page {
  return {
    path: toEventsPath(name),
    title: `${formatTagTitle(name)} events`,
    label: formatTagTitle(name),
    description: `Payloads of ${events.map(({ type }) => type).join(', ')}.`,
    group: GROUP,
    isWide: true,
    sections: async () => events.map(buildEventSection),
  }
}

function buildEventSection(event: Event): Section {
  const { type, summary, data } = event
  const example = pretty(eventBodyExample(event))
  return {
    id: type,
    title: type,
    level: 2,
    html: () =>
      html`<section class="endpoint"><div class="about"><h2 id="${type}"><a href="#${type}"><code>${type}</code></a></h2><p>${prose(summary)}</p>${fieldTable('Fields of data', listFields(data), { isReply: true })}</div><div class="examples">${codeBlock('Delivery body', example, 'json')}</div></section>`,
    markdown: () =>
      [`## ${type}`, summary, fieldList('Fields of `data`', listFields(data), true), fenced(example, 'json')].join(
        '\n\n',
      ),
    words: `event webhook ${type}`,
  }
}
