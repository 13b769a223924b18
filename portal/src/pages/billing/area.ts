import type { Area } from '../../app/area.ts'

export const billing: Area = { title: 'Billing', pages: [] }
