import { COMPANY_SIZES, type CompanySize } from '../contract.ts'
import { memoize } from './memoize.ts'
import { fold } from './words.ts'

/** Parses a head count, a range or a phrase such as `51-200 employees`; undefined for anything else. */
export const parseCompanySize = memoize((given): CompanySize | undefined => {
  const text = fold(given)
    .replaceAll(/[\s.,']/g, '')
    .replaceAll(/[–—]/g, '-')
  const [, from, to] = /^(\d+)(?:-(\d+)|\+)?(?:employees|people)?$/.exec(text) ?? []
  if (from === undefined) return undefined
  const count = Number(to ?? from)
  return COMPANY_SIZES.find((size) => count <= Number(size.split('-')[1] ?? Number.POSITIVE_INFINITY))
})
