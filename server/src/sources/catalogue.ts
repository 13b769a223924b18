import type { Context } from '../kit/context.ts'
import { directorySources } from './directory/sources.ts'
import { createMailFinder } from './mail/finder.ts'
import { createMailVerifier } from './mail/verifier.ts'
import type { AnySource } from './source.ts'
import { vendors } from './vendors/vendors.ts'

/** Every source there is, in the order they are asked when nobody says otherwise. */
export function allSources({ db, config }: Context): readonly AnySource[] {
  const mail = { db, config }
  return [...directorySources(db), createMailFinder(mail), createMailVerifier(mail), ...vendors]
}
