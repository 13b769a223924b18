import { fileHeaders } from './file-headers.ts'
import { Document } from './reply.ts'

/** A grey square of 8 by 8 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mOYCQUMlDEAYZMmQXL/7RsAAAAASUVORK5CYII=',
  'base64',
)

/** Returns the picture that a test key gets from an endpoint that returns files. */
export function examplePicture(disposition: 'inline' | 'attachment'): Document<string> {
  const contentType = 'image/png'
  const headers = { ...fileHeaders(contentType, PNG.length), 'content-disposition': disposition }
  return new Document('', { contentType, body: PNG, headers })
}
