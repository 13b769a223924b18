import { endpoints } from '../src/http/catalogue.ts'
import { describeCallers } from '../src/http/openapi/access.ts'
import { priceName } from '../src/kit/declare/price.ts'
import type { Output } from './output.ts'

/** Callers and price of every route, one per line, so that a change of either shows up in code review. */
export const accessTable: Output = {
  path: 'server/test/golden/access.txt',
  content: () =>
    endpoints
      .map((endpoint) => {
        const { method, path, id, access, scope, price } = endpoint
        const reach = access === 'read' || access === 'write' ? scope : '-'
        return `${method.padEnd(6)} ${path} ${id} ${describeCallers(endpoint)} ${reach} ${priceName(price)}\n`
      })
      .join(''),
}
