import { consensus } from './contract/consensus.ts'
import { estimates } from './contract/estimates.ts'
import { searches } from './contract/search.ts'
import { singles } from './contract/single.ts'

export const lookups = { ...searches, ...singles, ...consensus, ...estimates }
