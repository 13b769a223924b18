import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageQuery } from '../../../../kit/declare/page.ts'
import { Name, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkUrl } from '../../../../kit/declare/url.ts'
import { mediaExample, pendingMediaExample } from './examples.ts'
import { MEDIA_STATUSES, MediaAsset, MediaUpload, MediaUsage } from './resources.ts'

const IngestMediaRequest = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The URL of the file. Must be HTTPS in production.',
    }),
  },
  { additionalProperties: false, title: 'IngestMediaRequest' },
)

export type CreateUploadRequest = Static<typeof CreateUploadRequest>
const CreateUploadRequest = Type.Object(
  {
    bytes_size: Type.Integer({ minimum: 1, description: 'Size of the file in bytes.' }),
    filename: Type.Optional(Name({ maxLength: 255 })),
  },
  { additionalProperties: false, title: 'CreateUploadRequest' },
)

const one = { scope: 'profile', params: IdParams, reply: MediaAsset, example: exampleById(mediaExample) } as const

export const media = {
  ingest: endpoint({
    id: 'media.ingest',
    route: 'POST /v1/media',
    summary: 'Add a file, from a URL or as bytes',
    tool: {
      name: 'media_ingest',
      text: 'Fetches an image or video from a public URL. Use the id in the reply in `media_ids` of a post; a post waits until it is ready.',
    },
    description:
      'With a URL: responds at once with an asset that is `pending`. A job then fetches the file (`fetching`) and detects its type: the asset becomes `ready` or `failed`. ' +
      'With bytes, as the body with their `Content-Type` or as the part `file` of `multipart/form-data`: responds with an asset that is `ready` once the file is stored, or refuses it. ' +
      'JPEG, PNG, GIF, WebP, MP4, QuickTime, WebM and PDF are accepted. Media belongs to the workspace: a key of scope full can access all of it. ' +
      'An asset added by a key of scope profiles belongs to the profiles of that key; other keys of scope profiles can access it when they have all of these profiles.',
    scope: 'profile',
    body: IngestMediaRequest,
    special: { takesFile: true },
    status: 201,
    reply: MediaAsset,
    errors: ['media_quota_exceeded', 'insufficient_storage'],
    check: ({ body }) => checkUrl(body.url),
    example: {
      body: { url: mediaExample.source_url },
      reply: pendingMediaExample,
      // A file has no JSON body.
      echo: ({ body }: { body?: { url: string } }, reply) =>
        body ? { ...reply, source_url: body.url } : { ...mediaExample, source_url: 'upload:' },
    },
  }),

  createUpload: endpoint({
    id: 'media.create_upload',
    route: 'POST /v1/media/uploads',
    summary: 'Create an upload URL for a file',
    description:
      'For files that go straight to the storage: send the bytes to `url` with PUT, then call `POST /v1/media/{id}/complete`. With an S3 bucket the URL is in the bucket, ' +
      'otherwise on this server. It accepts exactly `bytes_size` bytes and works for an hour. An upload that is not completed within a day fails.',
    scope: 'profile',
    body: CreateUploadRequest,
    status: 201,
    location: '/v1/media/{id}',
    reply: MediaUpload,
    errors: ['media_quota_exceeded', 'insufficient_storage'],
    example: {
      body: { bytes_size: 482_113, filename: 'harbour.jpg' },
      reply: {
        id: mediaExample.id,
        method: 'PUT',
        url: `https://api.example.com/v1/media/${mediaExample.id}/content?token=k1.example`,
        expires_at: '2026-01-15T10:30:00.000Z',
        media: { ...pendingMediaExample, source_url: 'upload:harbour.jpg' },
      },
    },
  }),

  complete: endpoint({
    id: 'media.complete',
    route: 'POST /v1/media/{id}/complete',
    summary: 'Complete an upload',
    description:
      'Responds at once; the asset becomes `ready` or `failed`. A repeat changes nothing. Returns 409 before the file has arrived.',
    scope: 'profile',
    params: IdParams,
    reply: MediaAsset,
    errors: ['wrong_state'],
    callsOut: true,
    example: exampleById(pendingMediaExample),
  }),

  put: endpoint({
    id: 'media.put',
    route: 'PUT /v1/media/{id}/content',
    summary: 'Upload a file to its upload URL',
    description: 'The URL that `POST /v1/media/uploads` returns where media are not in a bucket. It needs no key.',
    access: 'public',
    scope: 'profile',
    params: IdParams,
    query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1024, description: 'From the URL.' }) }),
    special: { takesFile: true },
    reply: Type.Object({ id: Type.String(), bytes_size: Type.Integer() }, { title: 'UploadedMedia' }),
    errors: ['wrong_state', 'insufficient_storage'],
    example: {
      params: { id: mediaExample.id },
      query: { token: 'k1.example' },
      reply: { id: mediaExample.id, bytes_size: 482_113 },
    },
  }),

  list: endpoint({
    id: 'media.list',
    route: 'GET /v1/media',
    summary: 'List media assets, newest first',
    scope: 'profile',
    ...declareList(MediaAsset, 'MediaAssetPage', mediaExample),
    query: Type.Object({ ...PageQuery, status: Type.Optional(StringEnum(MEDIA_STATUSES)) }),
  }),

  usage: endpoint({
    id: 'media.usage',
    route: 'GET /v1/media/usage',
    summary: 'Read the storage usage and quota of media',
    reply: MediaUsage,
    example: { reply: { bytes_used: 486_209, bytes_max: 5_368_709_120 } },
  }),

  get: endpoint({
    id: 'media.get',
    route: 'GET /v1/media/{id}',
    summary: 'Read one media asset',
    ...one,
  }),

  delete: endpoint({
    id: 'media.delete',
    route: 'DELETE /v1/media/{id}',
    summary: 'Delete a media asset and its file',
    description: 'Returns the deleted asset. Returns 409 while a post that is not published yet needs it.',
    errors: ['wrong_state'],
    ...one,
  }),

  content: endpoint({
    id: 'media.content',
    route: 'GET /v1/media/{id}/content',
    summary: 'Download the file',
    description: 'The URL in `public_url`. It needs no key: its token gives access until it expires. Accepts `Range`.',
    access: 'public',
    scope: 'profile',
    params: IdParams,
    query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1024, description: 'From `public_url`.' }) }),
    reply: Type.String(),
    special: { streams: ['image/*', 'video/*', 'application/pdf'], takesRange: true },
    example: { params: { id: mediaExample.id }, query: { token: 'k1.example' }, reply: '' },
  }),
}
