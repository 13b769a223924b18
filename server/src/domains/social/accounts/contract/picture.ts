import { IdParams } from '../../../../kit/declare/by-id.ts'
import { examplePicture } from '../../../../kit/declare/example-picture.ts'
import { Type } from '../../../../kit/declare/type.ts'

/** Declares the common fields of endpoints that return a picture from a platform. */
export function buildPictureEndpoint(id: string) {
  return {
    description:
      'The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404 when there is none.',
    access: 'read',
    scope: 'profile',
    params: IdParams,
    reply: Type.String(),
    special: { streams: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
    callsOut: true,
    errors: ['not_found', 'upstream_error', 'upstream_timeout'],
    example: { params: { id }, reply: '', echo: () => examplePicture('inline') },
  } as const
}
