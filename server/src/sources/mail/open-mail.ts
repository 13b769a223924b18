import type { Config } from '../../kit/config.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import { createMailResolver, type MailResolver } from './mail-route.ts'
import { createProbe } from './probe.ts'
import { createInquire, type Inquire } from './probe-domain.ts'

/** Hand the same object to finder and verifier: they then share the pace they keep towards each mail server. */
export interface MailDeps {
  readonly db: Pool
  readonly config: Config
  readonly resolver?: MailResolver
}

interface Mail {
  readonly db: Pool
  readonly config: Config
  readonly resolver: MailResolver
  readonly inquire: Inquire
}

const opened = new WeakMap<MailDeps, Mail>()

export function openMail(deps: MailDeps): Mail {
  const { db, config, resolver = createMailResolver(config) } = deps
  const mail = opened.get(deps) ?? {
    db,
    config,
    resolver,
    inquire: createInquire({ db, config, probe: createProbe(config) }),
  }
  opened.set(deps, mail)
  return mail
}
