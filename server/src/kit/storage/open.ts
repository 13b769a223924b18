import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** Opens the bucket of MEDIA_S3_BUCKET, or a folder. The SDK is loaded only for a bucket. */
export async function openStorage(config: Config): Promise<Storage> {
  if (!config.MEDIA_S3_BUCKET) return createDiskStorage(join(config.dataDir, 'media'), config.DISK_RESERVE_BYTES)
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage({
    bucket: config.MEDIA_S3_BUCKET,
    region: config.MEDIA_S3_REGION,
    endpoint: config.MEDIA_S3_ENDPOINT,
    accessKeyId: config.MEDIA_S3_ACCESS_KEY_ID,
    secretAccessKey: config.MEDIA_S3_SECRET_ACCESS_KEY,
  })
}
