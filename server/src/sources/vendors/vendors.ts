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
 * The sources of all vendors, cheap and fast ones first. `aiArkFind` is not among them: its vendor calls back, so the slice
 * that receives callbacks creates that source.
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
