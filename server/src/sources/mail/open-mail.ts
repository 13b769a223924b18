import type { Config } from '../../kit/config.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import { createMailResolver, type MailResolver } from './mail-route.ts'
import { createProbe } from './probe.ts'
import { createProbeDomain, type ProbeDomain } from './probe-domain.ts'

/** What the mail sources share: above all one limiter for each mail server. */
export interface Mail {
  readonly db: Pool
  readonly config: Config
  readonly resolver: MailResolver
  readonly probeDomain: ProbeDomain
}

interface MailOptions {
  readonly db: Pool
  readonly config: Config
  readonly resolver?: MailResolver
}

export function openMail({ db, config, resolver = createMailResolver(config) }: MailOptions): Mail {
  return { db, config, resolver, probeDomain: createProbeDomain({ db, config, probe: createProbe(config) }) }
}
