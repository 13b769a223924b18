import type { DraftMedia } from '../../../connectors/publish.ts'
import type { ReadyMedia } from '../media/ready-media.ts'

/** Describes a media asset to a connector: when a post is checked and when it is published. */
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
