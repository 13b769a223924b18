import { type PersonName, readName } from './person-name.ts'
import { styleWeight } from './transliterate.ts'

/**
 * Address patterns of companies, with their expected frequency. These are starting weights, not measured ones: the evidence of
 * a domain soon outweighs them.
 */
const PATTERNS: Readonly<Record<string, number>> = {
  '{first}.{last}': 0.46,
  '{f}{last}': 0.2,
  '{first}': 0.12,
  '{first}{last}': 0.06,
  '{f}.{last}': 0.04,
  '{first}{l}': 0.03,
  '{first}_{last}': 0.025,
  '{last}': 0.02,
  '{last}.{first}': 0.015,
  '{last}{f}': 0.012,
  '{first}-{last}': 0.01,
  '{f}{l}': 0.008,
}

/** Sightings of each pattern at a domain; older ones weigh less. */
export type Evidence = ReadonlyMap<string, number>

export interface Candidate {
  readonly localPart: string
  readonly pattern: string
  /** Probability of this address for this name at this domain, before the mail server is asked. */
  readonly probability: number
}

/** Weight of the starting weights against the evidence of a domain, in sightings. */
const PRIOR_SIGHTINGS = 4
const KNOWN_SIGHTINGS = 3
const KNOWN_SHARE = 0.8

/** Lists addresses that a person may have, the most likely first. */
export function listCandidates(name: PersonName, domain: string, evidence: Evidence): Candidate[] {
  const spellings = spellPatterns(name, domain)
  const sumWeights = (pattern: string) =>
    sum(spellings.filter((one) => one.pattern === pattern).map(({ weight }) => weight))
  const total = sum(evidence.values())
  const byLocalPart = new Map<string, Candidate>()
  for (const { localPart, pattern, weight } of spellings) {
    const ofDomain =
      (PRIOR_SIGHTINGS * (PATTERNS[pattern] ?? 0) + (evidence.get(pattern) ?? 0)) / (PRIOR_SIGHTINGS + total)
    const probability = (ofDomain * weight) / sumWeights(pattern)
    const same = byLocalPart.get(localPart)
    if (!same || same.probability < probability) byLocalPart.set(localPart, { localPart, pattern, probability })
  }
  return [...byLocalPart.values()].toSorted((a, b) => b.probability - a.probability)
}

/** Returns the pattern of a domain, if enough of its addresses have been seen. */
export function knownPattern(evidence: Evidence): string | undefined {
  const total = sum(evidence.values())
  const [top] = [...evidence].toSorted(([, a], [, b]) => b - a)
  return top && total >= KNOWN_SIGHTINGS && top[1] / total >= KNOWN_SHARE ? top[0] : undefined
}

/** Returns the pattern that produces this address for this name; undefined when none or several do. */
export function recognisePattern(localPart: string, name: PersonName, domain: string): string | undefined {
  const matches = spellPatterns(name, domain).filter((one) => one.localPart === localPart)
  const patterns = new Set(matches.map(({ pattern }) => pattern))
  return patterns.size === 1 ? [...patterns][0] : undefined
}

interface PatternSpelling {
  readonly localPart: string
  readonly pattern: string
  readonly weight: number
}

function spellPatterns(name: PersonName, domain: string): PatternSpelling[] {
  const found = new Map<string, PatternSpelling>()
  for (const reading of readName(name, domain))
    for (const given of reading.given)
      for (const family of reading.family.length > 0 ? reading.family : [{ text: '', weight: 1, style: undefined }])
        for (const pattern of Object.keys(PATTERNS)) {
          const weight = reading.weight * given.weight * family.weight * styleWeight(given.style, family.style)
          const localPart = fill(pattern, given.text, family.text)
          const key = `${pattern} ${localPart}`
          if (localPart !== undefined && (found.get(key)?.weight ?? 0) < weight)
            found.set(key, { localPart, pattern, weight })
        }
  return [...found.values()]
}

function fill(pattern: string, first: string, last: string): string | undefined {
  if (last === '' && /last|\{l\}/.test(pattern)) return undefined
  const parts: Record<string, string> = {
    '{first}': first,
    '{last}': last,
    '{f}': first.charAt(0),
    '{l}': last.charAt(0),
  }
  return pattern.replaceAll(/\{\w+\}/g, (part) => parts[part] ?? '')
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
