import type { Context } from '../../../kit/context.ts'
import type { MediaAsset } from './contract/resources.ts'
import { publicUrl } from './public-url.ts'
import type { MediaRow } from './sql/assets.ts'

export function presentMedia(ctx: Context, row: MediaRow): MediaAsset {
  return {
    id: row.id,
    status: row.status,
    source_url: row.source_url,
    storage_key: row.storage_key,
    public_url: row.status === 'ready' ? publicUrl(ctx, row) : null,
    mime: row.mime,
    bytes_size: row.bytes_size,
    width: row.width,
    height: row.height,
    duration_s: row.duration_s,
    checksum: row.checksum,
    validation: row.validation,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
