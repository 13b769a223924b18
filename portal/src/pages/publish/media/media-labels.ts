import type { Item } from '../../../api/client.ts'
import { formatNumber } from '../../../components/time/time.ts'

export type MediaAsset = Item<'media.list'>

const KINDS: readonly (readonly [prefix: string, word: string])[] = [
  ['image/', 'Image'],
  ['video/', 'Video'],
  ['application/pdf', 'PDF'],
]

/** Returns the last segment of the source URL, or the type of the file. */
export function mediaName({ source_url, mime }: MediaAsset): string {
  const name = source_url
    .replace(/[?#].*$/, '')
    .split(/[/:]/)
    .at(-1)
  return name ? safeDecode(name) : (KINDS.find(([prefix]) => mime?.startsWith(prefix))?.[1] ?? 'File')
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Formats the facts of a file: `PNG, 640 × 400, 12 kB` */
export function mediaFacts({ mime, width, height, duration_s, bytes_size }: MediaAsset): string {
  return [
    mime?.split('/')[1]?.toUpperCase(),
    width !== null && height !== null && `${width} × ${height}`,
    duration_s !== null && formatNumber(Math.round(duration_s), { style: 'unit', unit: 'second' }),
    bytes_size !== null && formatBytes(bytes_size),
  ]
    .filter(Boolean)
    .join(', ')
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function formatBytes(bytes: number): string {
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
}

/** Returns true until the file has been checked. */
export function isBeingRead({ status }: MediaAsset): boolean {
  return status === 'pending' || status === 'fetching'
}
