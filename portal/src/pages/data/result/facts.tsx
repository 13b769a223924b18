import type { ReactNode } from 'react'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { humanizeName } from '../data-labels.ts'

/** Lists all known values by name; unknown values are omitted. */
export function Facts({ value, without = [] }: { value: object; without?: readonly string[] }) {
  const entries = Object.entries(value).filter(([name, inner]) => !without.includes(name) && isKnown(inner))
  return (
    <dl className="result-facts">
      {entries.map(([name, inner]) => (
        <div key={name}>
          <dt>{humanizeName(name)}</dt>
          <dd>{shown(name, inner)}</dd>
        </div>
      ))}
    </dl>
  )
}

function isKnown(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.values(value).some(isKnown)
}

function shown(name: string, value: unknown): ReactNode {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return name === 'confidence' || name === 'ratio' ? percent(value) : formatNumber(value)
  if (typeof value === 'string') return renderText(name, value)
  if (Array.isArray(value)) return renderList(name, value)
  return <Facts value={value as object} />
}

function renderText(name: string, value: string): ReactNode {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return <When at={value} isAbsolute />
  if (/^https?:\/\//.test(value))
    return (
      <a href={value} target="_blank" rel="noreferrer" className="result-facts-link">
        {value}
      </a>
    )
  if (name === 'status') return <StatusBadge status={value} />
  return name === 'seniority' ? humanizeName(value) : value
}

function renderList(name: string, values: readonly unknown[]): ReactNode {
  if (values.every((value) => typeof value === 'string' && !value.startsWith('http'))) return values.join(', ')
  return (
    <ul className="result-facts-list">
      {values.map((value) => (
        <li key={JSON.stringify(value)}>{shown(name, value)}</li>
      ))}
    </ul>
  )
}

export function percent(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })
}
