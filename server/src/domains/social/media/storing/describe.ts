import { buffer } from 'node:stream/consumers'
import { checkMedium } from '../../../../connectors/limits.ts'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import { platforms } from '../../../../connectors/registry.ts'
import type { Context } from '../../../../kit/context.ts'
import { offeredPlatforms } from '../../accounts/platforms.ts'
import type { MediaValidation, PlatformVerdict } from '../contract/resources.ts'
import { type FileMetadata, readFacts } from '../file/metadata.ts'
import { createReader } from '../file/reader.ts'
import type { Mime } from '../file/sniff.ts'
import type { StoredFile } from './store-bytes.ts'

export async function describeFile(ctx: Context, key: string, { mime, bytes, checksum }: StoredFile) {
  const reader = createReader(bytes, async (start, end) => buffer(await ctx.storage.read(key, { start, end })))
  const facts = await readFacts(mime, reader)
  const validation: MediaValidation = { platforms: checkPlatforms({ mime, bytes, ...facts }, offeredPlatforms(ctx)) }
  const { width, height, seconds } = facts
  return { mime, bytes_size: bytes, width, height, duration_s: seconds, checksum, validation }
}

interface MeasuredFile extends FileMetadata {
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
