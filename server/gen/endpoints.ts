import { endpoints } from '../src/http/catalogue.ts'
import { priceName } from '../src/kit/declare/price.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `Access: \`public\` needs no key, \`read\` any key, \`write\` a key with permission \`read_write\`,
\`operator\` the operator's token instead of a key. Scope: \`full\` refuses keys that are
limited to profiles; \`profile\` lets them in and shows them what is theirs. Price: \`free\`, or the action that the price book prices.`

export const endpointsPage: Output = {
  path: 'docs/endpoints.md',
  content: () => {
    const rows = endpoints.map(({ method, path, id, access, scope, price }) => [
      method,
      `\`${path}\``,
      `\`${id}\``,
      access,
      access === 'read' || access === 'write' ? scope : '',
      priceName(price),
    ])
    const heads = ['method', 'path', 'operation', 'access', 'scope', 'price']
    return page('the endpoint declarations', 'Endpoints', INTRODUCTION, table(heads, rows))
  },
}
