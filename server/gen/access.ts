import { endpoints } from '../src/http/catalogue.ts'
import { describeCallers } from '../src/http/openapi/access.ts'
import { priceName } from '../src/kit/declare/price.ts'
import type { Output } from './output.ts'

/** Who may call what, and what it costs, a line per route: a change of either shows in the review of its commit. */
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
