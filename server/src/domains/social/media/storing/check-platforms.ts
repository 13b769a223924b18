import { checkMedium } from '../../../../connectors/limits.ts'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import { platforms } from '../../../../connectors/registry.ts'
import type { PlatformVerdict } from '../contract/resources.ts'
import type { FileMetadata } from '../file/metadata.ts'
import type { Mime } from '../file/sniff.ts'

export interface MeasuredFile extends FileMetadata {
  readonly mime: Mime
  readonly bytes: number
}

/** Checks for each platform whether it accepts the file, by the rules that apply to a post with this file. */
export function checkPlatforms(
  file: MeasuredFile,
  connected: readonly PlatformFacts[] = platforms,
): Record<string, PlatformVerdict> {
  const medium = { ...file, id: '', durationSeconds: file.seconds, altText: null }
  const verdicts = connected.map(({ id, limits }) => {
    const reasons = checkMedium(limits, medium).map(({ rule, message }) => ({ rule: `${id}.${rule}`, detail: message }))
    return [id, { accepted: reasons.length === 0, reasons }]
  })
  return Object.fromEntries(verdicts)
}
