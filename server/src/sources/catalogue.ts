import type { Context } from '../kit/context.ts'
import { directorySources } from './directory-sources.ts'
import type { AnySource } from './source.ts'
import { vendors } from './vendors/vendors.ts'

/** Every source there is, in the order they are asked when nobody says otherwise. */
export function allSources(ctx: Context): readonly AnySource[] {
  return [...directorySources(ctx.db), ...vendors]
}
