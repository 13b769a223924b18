import type { Area } from '../../app/area.ts'

export const data: Area = { title: 'Data', pages: [] }
