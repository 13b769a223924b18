import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { MissingObject, type Storage } from './storage.ts'

export interface S3Options {
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}

/** One upload keeps twice this in memory. */
const PART_BYTES = 5 * 1024 * 1024

/** Supports any S3-compatible store. Many support neither the newer AWS checksums nor bucket names as hosts. */
export function createS3Storage(options: S3Options): Storage {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = options
  const client = new S3Client({
    region,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  })

  async function abortUploads(key: string): Promise<void> {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }))
    for (const { Key, UploadId } of Uploads)
      if (Key === key) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }

  return {
    async write(key, bytes, { contentType }) {
      const params = { Bucket, Key: key, Body: Readable.from(bytes, { objectMode: false }), ContentType: contentType }
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done()
    },

    async read(key, range) {
      try {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, Range }))
        return Body as Readable
      } catch (error) {
        if ((error as Error).name !== 'NoSuchKey') throw error
        throw new MissingObject(`Nothing is stored under ${key}`, { cause: error })
      }
    },

    // The length is signed: the store rejects a body of any other length.
    presignWrite: (key, { bytes, seconds }) =>
      getSignedUrl(client, new PutObjectCommand({ Bucket, Key: key, ContentLength: bytes }), { expiresIn: seconds }),

    async remove(key) {
      await abortUploads(key)
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
  }
}
