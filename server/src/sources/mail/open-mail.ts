import type { Config } from '../../kit/config/config.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import type { SharedLimits } from '../../kit/shared-limits.ts'
import { createMailResolvers, type MailResolvers } from './mail-route.ts'
import { createProbe } from './probe.ts'
import { createProbeDomain, type ProbeDomain } from './probe-domain.ts'

/** Shared context of the mail sources, including one limiter for each mail server. */
export interface MailContext {
  readonly db: Pool
  /** The database of the directory. */
  readonly directory: Pool
  readonly config: Config
  readonly resolvers: MailResolvers
  readonly probeDomain: ProbeDomain
}

export function openMail({
  db,
  directory,
  config,
  sharedLimits,
}: Pick<MailContext, 'db' | 'directory' | 'config'> & { readonly sharedLimits?: SharedLimits }): MailContext {
  const probeDomain = createProbeDomain({ db, config, probe: createProbe(config, { sharedLimits }) })
  return { db, directory, config, resolvers: createMailResolvers(config), probeDomain }
}
