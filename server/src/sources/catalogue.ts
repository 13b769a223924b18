import type { Context } from '../kit/context.ts'
import { directorySources } from './directory/sources.ts'
import { createMailFinder } from './mail/finder.ts'
import { openMail } from './mail/open-mail.ts'
import { createMailVerifier } from './mail/verifier.ts'
import type { AnySource } from './source.ts'
import { vendors } from './vendors/vendors.ts'

/** Lists every source in its default order. */
export function allSources({
  db,
  directory,
  config,
  sharedLimits,
}: Pick<Context, 'db' | 'directory' | 'config' | 'sharedLimits'>): readonly AnySource[] {
  const mail = openMail({ db, directory, config, sharedLimits })
  // The replica is one of the main database: a separate directory has none.
  const replicaUrl = directory === db ? config.DATABASE_READ_URL : undefined
  return [...directorySources(directory, replicaUrl), createMailFinder(mail), createMailVerifier(mail), ...vendors]
}
