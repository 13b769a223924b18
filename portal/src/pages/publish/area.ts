import type { Area } from '../../app/area.ts'

export const publish: Area = { title: 'Publish', pages: [] }
