import { formatCsv } from '../../../kit/csv/csv.ts'
import { Document } from '../../../kit/declare/reply.ts'
import type { Row, RunReply, RunRequest } from './contract/requests.ts'
import { EMPTY_ROW, type RowData, type Workflow } from './contract/workflow.ts'

type Cell = string | number | boolean | null | undefined

/** Formats the reply as JSON, a CSV file or a Markdown table. Without rows a file has only its header. */
export function formatReply(
  flow: Workflow,
  reply: RunReply,
  format: RunRequest['format'],
): RunReply | Document<RunReply> {
  if (format === 'json' || reply.dry_run) return reply
  const header = [...Object.keys(flow.columns), 'credits', 'error']
  const rows = (reply.data ?? []).map((row) => buildRowCells(flow, row))
  return format === 'csv'
    ? new Document(reply, {
        contentType: 'text/csv; charset=utf-8',
        body: formatCsv(header, rows),
        fileName: `${flow.name}.csv`,
      })
    : new Document(reply, { contentType: 'text/markdown; charset=utf-8', body: formatMarkdownTable(header, rows) })
}

function buildRowCells(flow: Workflow, row: Row): Cell[] {
  const data = { ...EMPTY_ROW, ...row } as RowData
  const errors = row.steps.flatMap(({ step, error }) => (error ? `${step}: ${error.message}` : []))
  return [...Object.values(flow.columns).map((column) => column(data)), row.credits, errors.join(' ')]
}

function formatMarkdownTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`
  return line(header) + line(header.map(() => '---')) + rows.map(line).join('')
}

/** Escapes markup and line breaks, so that a value cannot leave its cell. */
function markdownCell(cell: Cell): string {
  return String(cell ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\|`*[\]]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '<br>')
}
