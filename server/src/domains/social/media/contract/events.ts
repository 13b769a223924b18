import { event } from '../../../../kit/declare/event.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { failedMediaExample, mediaExample } from './examples.ts'
import { MediaAsset } from './resources.ts'

const data = Type.Object({ media: MediaAsset })

export const mediaReady = event({
  type: 'media.ready',
  summary: 'A media asset is stored and can be used in posts.',
  data,
  example: { media: mediaExample },
})

export const mediaFailed = event({
  type: 'media.failed',
  summary: 'A media asset failed: its file will not become available.',
  data,
  example: { media: failedMediaExample },
})

export const mediaEvents = [mediaReady, mediaFailed] as const
