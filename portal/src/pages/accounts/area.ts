import type { Area } from '../../app/area.ts'

export const accounts: Area = { title: 'Accounts', pages: [] }
