import type { Area } from '../../app/area.ts'

export const engage: Area = { title: 'Engage', pages: [] }
