import type { AnySource } from '../source.ts'
import { apolloEnrich, apolloFind } from './apollo.ts'
import { dropcontactFind, dropcontactVerify } from './dropcontact.ts'
import { findymailFind, findymailVerify } from './findymail.ts'
import { fullenrichFind } from './fullenrich.ts'
import { hunterFind, hunterVerify } from './hunter.ts'
import { icypeasFind, icypeasVerify } from './icypeas.ts'
import { neverbounceVerify } from './neverbounce.ts'
import { pdlEnrich, pdlFind } from './people-data-labs.ts'
import { prospeoEnrich, prospeoFind } from './prospeo.ts'
import { zerobounceVerify } from './zerobounce.ts'

/**
 * Every source that answers when it is asked, the cheap and quick before the dear and slow. `aiArkFind` is made with an
 * inbox, because its vendor calls back.
 */
export const vendors: readonly AnySource[] = [
  hunterFind,
  findymailFind,
  prospeoFind,
  apolloFind,
  icypeasFind,
  dropcontactFind,
  fullenrichFind,
  pdlFind,
  zerobounceVerify,
  neverbounceVerify,
  hunterVerify,
  findymailVerify,
  icypeasVerify,
  dropcontactVerify,
  apolloEnrich,
  prospeoEnrich,
  pdlEnrich,
]
