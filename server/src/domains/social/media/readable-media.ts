import type { DraftMedia, ReadableMedia } from '../../../connectors/publish.ts'
import type { Context } from '../../../kit/context.ts'
import { publicUrl } from './public-url.ts'
import { openMedia, type ReadyMedia } from './ready-media.ts'

/** Describes a media asset to a connector, both for checking and for sending. */
export function describeMedia(asset: ReadyMedia): DraftMedia {
  return {
    id: asset.id,
    mime: asset.mime,
    bytes: asset.bytes_size,
    width: asset.width,
    height: asset.height,
    durationSeconds: asset.duration_s,
    altText: null,
  }
}

/** Returns an asset that a connector can upload, or have fetched by its platform. */
export function toReadableMedia(ctx: Context, asset: ReadyMedia): ReadableMedia {
  return {
    ...describeMedia(asset),
    checksum: asset.checksum,
    open: (range) => openMedia(ctx, asset, range),
    publicUrl: async () => publicUrl(ctx, asset),
  }
}
