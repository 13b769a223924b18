import { accounts } from '../pages/accounts/area.ts'
import { billing } from '../pages/billing/area.ts'
import { data } from '../pages/data/area.ts'
import { developers } from '../pages/developers/area.ts'
import { engage } from '../pages/engage/area.ts'
import { operator } from '../pages/operator/area.ts'
import { overview } from '../pages/overview/area.ts'
import { publish } from '../pages/publish/area.ts'
import { settings } from '../pages/settings/area.ts'
import type { Area } from './area.ts'

/** The areas in the order of the navigation. A page is added to the `area.ts` of its folder. */
export const areas: readonly Area[] = [
  overview,
  publish,
  engage,
  accounts,
  data,
  developers,
  billing,
  settings,
  operator,
]
