import { type Static, Type } from 'typebox'
import { exampleById, IdParams, listOf } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { DateTime, Nullable, OneOf } from '../../../../kit/declare/schema.ts'
import { job } from '../../../../queue/job.ts'

const Reason = Type.Object({
  rule: Type.String({ description: '`type`, or a limit such as `bytes_max` or `ratio_min`.' }),
  detail: Type.String(),
})
const Verdict = Type.Object({ accepted: Type.Boolean(), reasons: Type.Array(Reason) }, { title: 'MediaVerdict' })

export type MediaValidation = Static<typeof MediaValidation>
const MediaValidation = Type.Object(
  {
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), detail: Type.String() },
        { description: 'Why it failed; while it is `pending`, why the last attempt did.' },
      ),
    ),
    platforms: Type.Optional(
      Type.Unsafe<Record<string, Static<typeof Verdict>>>({
        type: 'object',
        additionalProperties: Verdict,
        description: 'Of a `ready` asset: for each platform, whether it would take the file, and why not.',
      }),
    ),
  },
  { title: 'MediaValidation' },
)

export type MediaAsset = Static<typeof MediaAsset>
export const MediaAsset = Type.Object(
  {
    id: Type.String(),
    status: OneOf(['pending', 'fetching', 'ready', 'failed']),
    source_url: Type.String(),
    storage_key: Nullable(Type.String()),
    public_url: Nullable(
      Type.String({
        description: 'Opens the file to whoever has it, for a day by default; each reading makes a new one.',
      }),
    ),
    mime: Nullable(Type.String({ description: 'Found in the bytes; what the source said about them is not asked.' })),
    bytes_size: Nullable(Type.Integer()),
    width: Nullable(Type.Integer({ description: 'As it is shown, turned by its orientation.' })),
    height: Nullable(Type.Integer()),
    duration_s: Nullable(Type.Number()),
    checksum: Nullable(Type.String({ description: '`sha256:` and 64 hexadecimal digits.' })),
    validation: MediaValidation,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'MediaAssetResponse' },
)

const IngestMediaRequest = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2048, description: 'Where the file is. HTTPS in production.' }) },
  { additionalProperties: false, title: 'IngestMediaRequest' },
)

export type MediaUsage = Static<typeof MediaUsage>
const MediaUsage = Type.Object(
  {
    bytes_used: Type.Integer({
      description:
        'The files of all assets and 4096 bytes for each asset; what is being fetched and what is still to be removed counts too.',
    }),
    bytes_max: Type.Integer({ description: 'What they may take up together: `MEDIA_BYTES_PER_WORKSPACE`.' }),
  },
  { title: 'MediaUsage' },
)

const example: MediaAsset = {
  id: 'med_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  status: 'ready',
  source_url: 'https://example.com/harbour.jpg',
  storage_key: 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AA/K4/med_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB-01KA2Z3X00000000000000K4',
  public_url: 'https://api.example.com/v1/media/med_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB/content?token=k1.example',
  mime: 'image/jpeg',
  bytes_size: 482_113,
  width: 1600,
  height: 1200,
  duration_s: null,
  checksum: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  validation: {
    platforms: {
      bluesky: { accepted: true, reasons: [] },
      youtube: { accepted: false, reasons: [{ rule: 'type', detail: 'Takes MP4, QuickTime, WebM; this is JPEG.' }] },
    },
  },
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:02.000Z',
}
const exampleNew: MediaAsset = {
  ...example,
  status: 'pending',
  storage_key: null,
  public_url: null,
  mime: null,
  bytes_size: null,
  width: null,
  height: null,
  checksum: null,
  validation: {},
  updated_at: example.created_at,
}

const id = { params: IdParams }

/** What no configuration allows; which addresses may be reached is asked when the asset is stored. */
function checkUrl(given: string): Violation[] {
  if (['http:', 'https:'].includes(URL.parse(given)?.protocol ?? '')) return []
  return [invalidValue(['body', 'url'], 'the URL must be absolute and start with https://', given)]
}

export const media = {
  ingest: endpoint({
    id: 'media.ingest',
    route: 'POST /v1/media',
    summary: 'Take in a file from a URL',
    description:
      'Answers at once with the asset `pending`; a job then fetches the file (`fetching`) and finds out what it is: `ready` or `failed`. ' +
      'JPEG, PNG, GIF, WebP, MP4, QuickTime, WebM and PDF are taken. Media belongs to the workspace: a key of scope full reaches all of it. ' +
      'What a key of scope profiles takes in hangs on the profiles of that key, and keys of scope profiles reach it when they have all of them.',
    access: 'write',
    scope: 'profile',
    body: IngestMediaRequest,
    status: 201,
    reply: MediaAsset,
    errors: ['media_quota_exceeded'],
    check: ({ body }) => checkUrl(body.url),
    example: {
      body: { url: example.source_url },
      reply: exampleNew,
      echo: ({ body }, reply) => ({ ...reply, source_url: body.url }),
    },
  }),

  list: endpoint({
    id: 'media.list',
    route: 'GET /v1/media',
    summary: 'List media assets, newest first',
    access: 'read',
    scope: 'profile',
    ...listOf(MediaAsset, 'MediaAssetPage', example),
  }),

  usage: endpoint({
    id: 'media.usage',
    route: 'GET /v1/media/usage',
    summary: 'Read how much room media take up, and how much they may',
    access: 'read',
    reply: MediaUsage,
    example: { reply: { bytes_used: 486_209, bytes_max: 5_368_709_120 } },
  }),

  get: endpoint({
    id: 'media.get',
    route: 'GET /v1/media/{id}',
    summary: 'Read one media asset',
    access: 'read',
    scope: 'profile',
    ...id,
    reply: MediaAsset,
    example: exampleById(example),
  }),

  delete: endpoint({
    id: 'media.delete',
    route: 'DELETE /v1/media/{id}',
    summary: 'Delete a media asset and its file',
    description: 'Answers the asset as it was. 409 while a post that is not published yet needs it.',
    access: 'write',
    scope: 'profile',
    ...id,
    reply: MediaAsset,
    errors: ['wrong_state'],
    example: exampleById(example),
  }),

  content: endpoint({
    id: 'media.content',
    route: 'GET /v1/media/{id}/content',
    summary: 'Download the file',
    description: 'The address in `public_url`: it needs no key, carries its own permission and expires. Takes `Range`.',
    access: 'public',
    scope: 'profile',
    ...id,
    query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1024, description: 'From `public_url`.' }) }),
    reply: Type.String(),
    streams: ['image/*', 'video/*', 'application/pdf'],
    errors: ['range_not_satisfiable'],
    example: { params: { id: example.id }, query: { token: 'k1.example' }, reply: '' },
  }),
}

/** Hurried at first, for a source that stumbled; after the last the asset has failed. */
export const fetchMedia = job({
  id: 'media.fetch',
  payload: Type.Object({ media_id: Type.String() }),
  retry: [5, 30, 180],
  concurrency: 64,
})
