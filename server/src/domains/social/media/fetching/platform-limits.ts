import type { Connector } from '../../../../connectors/connector.ts'
import { checkMedium } from '../../../../connectors/limits.ts'
import { connectors } from '../../../../connectors/registry.ts'
import type { Facts } from '../file/facts.ts'
import { type Mime, TYPES } from '../file/sniff.ts'

const KB = 1000
const MB = 1000 * KB
const GB = 1000 * MB

interface Rule {
  readonly takes: readonly Mime[]
  readonly bytesMin?: number
  readonly bytesMax?: number
  readonly secondsMin?: number
  readonly secondsMax?: number
  /** Width by height. */
  readonly ratio?: readonly [number, number]
  readonly sideMin?: number
  readonly sideMax?: number
  readonly pixelsMax?: number
}

const PHOTOS: readonly Mime[] = ['image/jpeg', 'image/png']
const WEB_IMAGES: readonly Mime[] = [...PHOTOS, 'image/webp', 'image/gif']
const MOVIES: readonly Mime[] = ['video/mp4', 'video/quicktime']
const ALL_MOVIES: readonly Mime[] = [...MOVIES, 'video/webm']
const ALL = Object.keys(TYPES) as readonly Mime[]

/**
 * What each platform that has no connector yet takes as one file of a post, as its documentation had it in 2026; where sources
 * disagree, the limit that its own schema gives. How many, and which together, is a question about a post.
 */
const PLATFORMS: Record<string, readonly Rule[]> = {
  facebook: [
    { takes: PHOTOS, bytesMax: 4 * MB },
    { takes: MOVIES, bytesMax: 4 * GB },
  ],
  instagram: [
    { takes: ['image/jpeg'], bytesMax: 8 * MB, ratio: [0.8, 1.91] },
    { takes: MOVIES, bytesMax: 300 * MB },
  ],
  threads: [
    { takes: PHOTOS, bytesMax: 8 * MB, ratio: [0.1, 10] },
    { takes: MOVIES, bytesMax: GB, secondsMax: 300 },
  ],
  whatsapp: [
    { takes: PHOTOS, bytesMax: 5 * MB },
    { takes: ['video/mp4'], bytesMax: 16 * MB },
    { takes: ['application/pdf'], bytesMax: 100 * MB },
  ],
  linkedin: [
    { takes: [...PHOTOS, 'image/gif'], pixelsMax: 36_152_320 },
    { takes: ['video/mp4'], bytesMax: 5 * GB },
    { takes: ['application/pdf'], bytesMax: 100 * MB },
  ],
  x: [
    { takes: [...PHOTOS, 'image/webp'], bytesMax: 5 * MB },
    { takes: ['image/gif'], bytesMax: 15 * MB },
    { takes: MOVIES, bytesMax: 512 * MB, secondsMin: 0.5, secondsMax: 140, ratio: [1 / 3, 3] },
  ],
  youtube: [{ takes: ALL_MOVIES, bytesMax: 256 * GB, secondsMax: 43_200 }],
  tiktok: [
    { takes: ['image/jpeg', 'image/webp'], bytesMax: 20 * MB },
    { takes: ALL_MOVIES, bytesMax: 4 * GB, secondsMax: 600, sideMin: 360, sideMax: 4096 },
  ],
  pinterest: [
    { takes: WEB_IMAGES, bytesMax: 20 * MB },
    { takes: MOVIES, bytesMax: 2 * GB },
  ],
  google_business: [{ takes: PHOTOS, bytesMin: 10 * KB, bytesMax: 5 * MB, sideMin: 250 }],
  telegram: [
    { takes: [...PHOTOS, 'image/webp'], bytesMax: 10 * MB },
    { takes: ['image/gif', 'video/mp4', 'application/pdf'], bytesMax: 50 * MB },
  ],
  discord: [{ takes: ALL, bytesMax: 10 * 1024 * 1024 }],
  reddit: [
    { takes: [...PHOTOS, 'image/gif'], bytesMax: 20 * MB },
    { takes: MOVIES, bytesMax: GB },
  ],
}

export interface Verdict {
  accepted: boolean
  /** Each names the rule that is broken and says what the platform wants. */
  reasons: { rule: string; detail: string }[]
}

export interface Measured extends Facts {
  readonly mime: Mime
  readonly bytes: number
}

/** Which platforms would take this file, and why the others would not: where there is a connector, in the words of its posts. */
export function judge(file: Measured, connected: readonly Connector[] = connectors): Record<string, Verdict> {
  const described = Object.entries(PLATFORMS).map(([platform, rules]) => {
    const rule = rules.find(({ takes }) => takes.includes(file.mime))
    return [platform, verdictOf(rule ? breaches(rule, file) : [wrongType(rules, file.mime)])]
  })
  const own = connected.map(({ id, limits }) => {
    const medium = { ...file, id: '', durationSeconds: file.seconds, altText: null }
    const broken = checkMedium(limits, medium).map(({ rule, message }) => ({ rule: `${id}.${rule}`, detail: message }))
    return [id, verdictOf(broken)]
  })
  return Object.fromEntries([...described, ...own])
}

function verdictOf(reasons: Verdict['reasons']): Verdict {
  return { accepted: reasons.length === 0, reasons }
}

function wrongType(rules: readonly Rule[], mime: Mime) {
  const taken = rules.flatMap(({ takes }) => takes).map((each) => TYPES[each])
  return { rule: 'type', detail: `Takes ${taken.join(', ')}; this is ${TYPES[mime]}.` }
}

/** What a file does not tell breaks no rule: the platform looks itself. */
function breaches(rule: Rule, { bytes, width, height, seconds }: Measured): Verdict['reasons'] {
  const reasons: Verdict['reasons'] = []
  const hold = (name: string, is: number | null, least: number | undefined, most: number | undefined, unit: string) => {
    if (is === null) return
    const shown = Number(is.toFixed(2))
    if (least !== undefined && is < least)
      reasons.push({ rule: `${name}_min`, detail: `At least ${round(least)} ${unit}; this has ${shown}.` })
    if (most !== undefined && is > most)
      reasons.push({ rule: `${name}_max`, detail: `At most ${round(most)} ${unit}; this has ${shown}.` })
  }
  const isSized = width !== null && height !== null
  hold('bytes', bytes, rule.bytesMin, rule.bytesMax, 'bytes')
  hold('seconds', seconds, rule.secondsMin, rule.secondsMax, 'seconds')
  hold('ratio', isSized ? width / height : null, rule.ratio?.[0], rule.ratio?.[1], 'as width by height')
  hold('side', isSized ? Math.min(width, height) : null, rule.sideMin, undefined, 'pixels on the shorter side')
  hold('side', isSized ? Math.max(width, height) : null, undefined, rule.sideMax, 'pixels on the longer side')
  hold('pixels', isSized ? width * height : null, undefined, rule.pixelsMax, 'pixels in all')
  return reasons
}

function round(limit: number): number {
  return Number(limit.toFixed(2))
}
