import { implement } from '../../../kit/declare/route.ts'
import { media } from './contract/media.ts'
import { deleteMedia } from './delete.ts'
import { downloadMedia } from './download.ts'
import { assertAllowed, ingestMedia } from './ingest.ts'
import { completeUpload, createUpload, findUpload, putUpload } from './presigned.ts'
import { getMedia, getUsage, listMedia } from './read.ts'
import { uploadMedia } from './upload.ts'

export const mediaRoutes = implement(
  media,
  {
    ingest: ({ body, file, principal, ctx, db }) =>
      file ? uploadMedia(ctx, principal, file) : ingestMedia(ctx, db, principal, body.url),
    createUpload: ({ body, principal, ctx, db }) => createUpload(ctx, db, principal, body),
    complete: ({ params, principal, ctx }) => completeUpload(ctx, principal, params.id),
    put: ({ params, query, file, ctx, db }) => putUpload(ctx, db, { id: params.id, token: query.token, file }),
    list: ({ query, principal, ctx, db }) => listMedia(ctx, db, principal, query),
    get: ({ params, principal, ctx, db }) => getMedia(ctx, db, principal, params.id),
    usage: ({ principal, ctx, db }) => getUsage(ctx, db, principal),
    delete: ({ params, principal, ctx, db }) => deleteMedia(ctx, db, principal, params.id),
    content: ({ params, query, raw, ctx, db }) =>
      downloadMedia(ctx, db, { id: params.id, token: query.token, headers: raw.headers }),
  },
  {
    guards: { put: ({ params, query, ctx }) => findUpload(ctx, ctx.db, params.id, query.token) },
    checks: { ingest: ({ body, file, ctx }) => (file ? undefined : assertAllowed(ctx, body.url)) },
  },
)
