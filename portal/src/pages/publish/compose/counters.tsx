import { type Limits, measureLength } from '../../../../../server/src/connectors/limits.ts'
import { formatNumber } from '../../../components/time/time.ts'
import type { Platform } from '../../../resources/accounts/names.ts'
import { type Draft, type DraftContext, type DraftTarget, findTargetPlatform, getTargetText } from './draft.ts'

type TextUnit = Limits['text']['unit']

/** Share of the limit from which the counter warns. */
const NEAR = 0.9
const UNITS: Readonly<Record<TextUnit, string>> = {
  characters: 'characters',
  graphemes: 'characters',
  bytes: 'bytes',
  weighted: 'weighted characters',
}

export function readTextLimit(platform: Platform): Limits['text'] {
  return platform.limits['text'] as Limits['text']
}

/** Shows the length of the text and the limit of each platform, counted by the server's code. */
export function Counters({
  draft,
  targets,
  known,
}: {
  draft: Draft
  targets: readonly DraftTarget[]
  known: DraftContext
}) {
  const rows = new Map<string, { platform: Platform; text: string }>()
  for (const target of targets) {
    const platform = findTargetPlatform(known, target)
    if (platform) rows.set(platform.id, { platform, text: getTargetText(draft, target) })
  }
  return (
    <ul className="compose-counters" aria-label="Text length">
      {[...rows.values()].map(({ platform, text }) => (
        <Counter key={platform.id} platform={platform} text={text} />
      ))}
    </ul>
  )
}

function Counter({ platform, text }: { platform: Platform; text: string }) {
  const { max, unit } = readTextLimit(platform)
  const length = measureLength(text, unit, 2 * max)
  const tone = length > max ? 'over' : length >= NEAR * max ? 'near' : 'fits'
  return (
    <li className={`numbers is-${tone}`} title={`${platform.label} allows ${max} ${UNITS[unit]}.`}>
      {platform.label} {formatNumber(length)}
      <span aria-hidden>/</span>
      <span className="hidden"> of </span>
      {formatNumber(max)}
      {tone === 'over' && <b> {formatNumber(length - max)} too many</b>}
    </li>
  )
}
