import { NativeSelect } from '@mantine/core'
import { humanizeName } from '../data-labels.ts'
import * as css from './column-preview.module.css'
import { type ColumnMapping, listPreviewRows, listSheetColumns, type Sheet } from './mapping.ts'

const COLUMNS_SHOWN = 30

interface Props {
  readonly sheet: Sheet
  readonly known: readonly string[]
  readonly mapping: ColumnMapping
  readonly onChange: (mapping: ColumnMapping) => void
}

/** Preview of the first rows, with the field of each column above it. */
export function ColumnPreview({ sheet, known, mapping, onChange }: Props) {
  const columns = listSheetColumns(sheet).slice(0, COLUMNS_SHOWN)
  const choose = (at: number, field: string) =>
    onChange(mapping.map((each, index) => (index === at ? field : each === field ? '' : each)))
  const choices = [
    { value: '', label: 'Not used' },
    ...known.map((field) => ({ value: field, label: humanizeName(field) })),
  ]
  return (
    <div className={css.sheet} role="region" aria-label="File preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              // Two columns can have the same name.
              // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
              <th key={at} scope="col" data-used={mapping[at] !== '' || undefined}>
                <span>{column || `Column ${at + 1}`}</span>
                <NativeSelect
                  size="xs"
                  aria-label={`${column || `Column ${at + 1}`} maps to`}
                  value={mapping[at] ?? ''}
                  onChange={({ currentTarget }) => choose(at, currentTarget.value)}
                  data={choices}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listPreviewRows(sheet).map((row) => (
            <tr key={row.join('\n')}>
              {columns.map((column, at) => (
                <td key={`${column} ${at}`} data-used={mapping[at] !== '' || undefined}>
                  {row[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
