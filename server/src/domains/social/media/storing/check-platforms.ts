import { checkMedium } from '../../../../connectors/limits.ts'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import { platforms } from '../../../../connectors/registry.ts'
import type { PlatformVerdict } from '../contract/resources.ts'
import type { Facts } from '../file/facts.ts'
import { type Mime, TYPES } from '../file/sniff.ts'
import { type FileRule, PLATFORM_LIMITS } from './platform-limits.ts'

export interface MeasuredFile extends Facts {
  readonly mime: Mime
  readonly bytes: number
}

type Reasons = PlatformVerdict['reasons']

/**
 * Says for each platform whether it accepts the file, and if not, why. A platform with a connector is checked by the rules that
 * a post with this file would be.
 */
export function checkPlatforms(
  file: MeasuredFile,
  connected: readonly PlatformFacts[] = platforms,
): Record<string, PlatformVerdict> {
  const listed = Object.entries(PLATFORM_LIMITS).map(([platform, rules]) => {
    const rule = rules.find(({ accepts }) => accepts.includes(file.mime))
    return [platform, verdictOf(rule ? reasonsBy(rule, file) : [wrongType(rules, file.mime)])]
  })
  const medium = { ...file, id: '', durationSeconds: file.seconds, altText: null }
  const own = connected.map(({ id, limits }) => {
    const problems = checkMedium(limits, medium)
    return [id, verdictOf(problems.map(({ rule, message }) => ({ rule: `${id}.${rule}`, detail: message })))]
  })
  return Object.fromEntries([...listed, ...own])
}

function verdictOf(reasons: Reasons): PlatformVerdict {
  return { accepted: reasons.length === 0, reasons }
}

function wrongType(rules: readonly FileRule[], mime: Mime) {
  const accepted = rules.flatMap(({ accepts }) => accepts).map((each) => TYPES[each])
  return { rule: 'type', detail: `Takes ${accepted.join(', ')}; this is ${TYPES[mime]}.` }
}

/** A fact that the file does not contain breaks no rule: the platform checks it itself. */
function reasonsBy(rule: FileRule, { bytes, width, height, seconds }: MeasuredFile): Reasons {
  const isSized = width !== null && height !== null
  const [shorter, longer] = isSized ? [Math.min(width, height), Math.max(width, height)] : [null, null]
  return [
    ...checkRange('bytes', bytes, [undefined, rule.bytesMax], 'bytes'),
    ...checkRange('seconds', seconds, [rule.secondsMin, rule.secondsMax], 'seconds'),
    ...checkRange('ratio', isSized ? width / height : null, rule.ratio ?? [], 'as width by height'),
    ...checkRange('side', shorter, [rule.sideMin], 'pixels on the shorter side'),
    ...checkRange('side', longer, [undefined, rule.sideMax], 'pixels on the longer side'),
    ...checkRange('pixels', isSized ? width * height : null, [undefined, rule.pixelsMax], 'pixels in all'),
  ]
}

function checkRange(
  name: string,
  value: number | null,
  [min, max]: readonly [min?: number | undefined, max?: number | undefined],
  unit: string,
): Reasons {
  if (value === null) return []
  const shown = round(value)
  if (min !== undefined && value < min)
    return [{ rule: `${name}_min`, detail: `At least ${round(min)} ${unit}; this has ${shown}.` }]
  if (max !== undefined && value > max)
    return [{ rule: `${name}_max`, detail: `At most ${round(max)} ${unit}; this has ${shown}.` }]
  return []
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
