import type { Area } from '../../app/area.ts'

export const settings: Area = { title: 'Settings', pages: [] }
