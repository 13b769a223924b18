import type { DraftMedia } from '../../../connectors/publish.ts'
import type { ReadyMedia } from '../media/ready-media.ts'

/** What a connector is told about a media asset, by the check of a post and when it is published. */
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
