import { jobFinished } from '../src/domains/data/data-jobs/contract/job.ts'
import { events as listed } from '../src/domains/webhooks/contract/webhook.ts'
import { listFields } from '../src/http/docs/fields.ts'
import { eventBodyExample } from '../src/kit/declare/event.ts'
import { type Output, page, table } from './output.ts'

const events = [...listed, jobFinished]

const INTRODUCTION = `Events that an endpoint of \`/v1/webhooks\` can subscribe to. Each is sent as \`{id, type, created_at, workspace_id, data}\`; the tables show
the fields of \`data\`. \`GET /v1/webhooks/events\` returns the same as JSON Schemas. To receive events, see [guides/webhooks.md](guides/webhooks.md).`

export const eventsPage: Output = {
  path: 'docs/events.md',
  content: () => {
    const overview = table(
      ['event', 'fires when', 'data'],
      events.map(({ type, summary, data }) => [
        `[\`${type}\`](#${type.replaceAll('.', '')})`,
        summary,
        listRootFields(data)
          .map((name) => `\`${name}\``)
          .join(', '),
      ]),
    )
    const sections = events.map((kind) => {
      const fields = table(
        ['field', 'type', ''],
        listFields(kind.data).map(({ within, name, type, description = '' }) => [
          `\`${within}${name}\``,
          type,
          description,
        ]),
      )
      const example = `\`\`\`json\n${JSON.stringify(eventBodyExample(kind), null, 2)}\n\`\`\``
      return `## ${kind.type}\n\n${kind.summary}\n\n${fields}\n\n${example}`
    })
    return page('the event declarations', 'Events', INTRODUCTION, [overview, ...sections].join('\n\n'))
  },
}

function listRootFields(schema: unknown): string[] {
  return Object.keys((schema as { properties: object }).properties)
}
