import type { Context } from '../kit/context.ts'
import { directorySources } from './directory/sources.ts'
import { createMailFinder } from './mail/finder.ts'
import { openMail } from './mail/open-mail.ts'
import { createMailVerifier } from './mail/verifier.ts'
import type { AnySource } from './source.ts'
import { vendors } from './vendors/vendors.ts'

/** Every source, in the order they are asked when no setting changes it. */
export function allSources({
  db,
  directory,
  config,
  sharedLimits,
}: Pick<Context, 'db' | 'directory' | 'config' | 'sharedLimits'>): readonly AnySource[] {
  const mail = openMail({ db, directory, config, sharedLimits })
  // A replica is one of the first database: a directory apart has none.
  const replicaUrl = directory === db ? config.DATABASE_READ_URL : undefined
  return [...directorySources(directory, replicaUrl), createMailFinder(mail), createMailVerifier(mail), ...vendors]
}
