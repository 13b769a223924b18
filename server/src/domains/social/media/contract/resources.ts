import type { Static } from 'typebox'
import { DateTime, ErrorObject, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

const Reason = Type.Object({
  rule: Type.String({ description: '`type`, or a limit such as `bytes_max` or `ratio_min`.' }),
  detail: Type.String(),
})

export type PlatformVerdict = Static<typeof PlatformVerdict>
const PlatformVerdict = Type.Object(
  { accepted: Type.Boolean(), reasons: Type.Array(Reason) },
  { title: 'MediaVerdict' },
)

export type MediaValidation = Static<typeof MediaValidation>
const MediaValidation = Type.Object(
  {
    /** The reason that the asset failed; while it is `pending`, the reason that the last attempt failed. */
    error: Type.Optional(ErrorObject),
    platforms: Type.Optional(
      Type.Unsafe<Record<string, PlatformVerdict>>({
        type: 'object',
        additionalProperties: PlatformVerdict,
        description: 'For a `ready` asset: whether each platform accepts the file, and the reasons if not.',
      }),
    ),
  },
  { title: 'MediaValidation' },
)

export type MediaStatus = (typeof MEDIA_STATUSES)[number]
export const MEDIA_STATUSES = ['pending', 'fetching', 'ready', 'failed'] as const

export type MediaAsset = Static<typeof MediaAsset>
export const MediaAsset = Type.Object(
  {
    id: Type.String(),
    status: StringEnum(MEDIA_STATUSES),
    source_url: Type.String(),
    storage_key: Nullable(Type.String()),
    public_url: Nullable(
      Type.String({
        description:
          'Opens the file without a key until it expires, after a day by default. Each read returns a new URL.',
      }),
    ),
    mime: Nullable(
      Type.String({ description: 'Detected from the bytes; the `Content-Type` of the source is ignored.' }),
    ),
    bytes_size: Nullable(Type.Integer()),
    width: Nullable(Type.Integer({ description: 'Displayed width, after its orientation is applied.' })),
    height: Nullable(Type.Integer()),
    duration_s: Nullable(Type.Number()),
    checksum: Nullable(Type.String({ description: '`sha256:` and 64 hexadecimal digits.' })),
    validation: MediaValidation,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'MediaAssetResponse' },
)

export type MediaUpload = Static<typeof MediaUpload>
export const MediaUpload = Type.Object(
  {
    id: Type.String({ description: "The asset's id." }),
    method: StringEnum(['PUT']),
    url: Type.String({ description: 'Send the bytes to this URL, with their `Content-Length` and without a key.' }),
    expires_at: DateTime,
    media: MediaAsset,
  },
  { title: 'MediaUpload' },
)

export type MediaUsage = Static<typeof MediaUsage>
export const MediaUsage = Type.Object(
  {
    bytes_used: Type.Integer({
      description:
        'The bytes of all files, plus 4096 bytes for each asset. Files that are being fetched or wait for removal count too.',
    }),
    bytes_max: Type.Integer({ description: 'Maximum for all media together: `MEDIA_BYTES_PER_WORKSPACE`.' }),
  },
  { title: 'MediaUsage' },
)
