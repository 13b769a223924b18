import type { Context } from '../kit/context.ts'
import { directorySources } from './directory/sources.ts'
import { createMailFinder } from './mail/finder.ts'
import { openMail } from './mail/open-mail.ts'
import { createMailVerifier } from './mail/verifier.ts'
import type { AnySource } from './source.ts'
import { vendors } from './vendors/vendors.ts'

/** Every source, in the order they are asked when no setting changes it. */
export function allSources({ db, config }: Pick<Context, 'db' | 'config'>): readonly AnySource[] {
  const mail = openMail({ db, config })
  return [...directorySources(db), createMailFinder(mail), createMailVerifier(mail), ...vendors]
}
