import type { Area } from '../../app/area.ts'

export const operator: Area = { title: 'Operator', pages: [] }
