import { endpoints } from '../src/http/catalogue.ts'
import { describeCallers } from '../src/http/openapi/access.ts'
import { priceName } from '../src/kit/declare/price.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `Access: \`public\` needs no key; \`read\` any key or any member's session; \`write\` a key with permission \`read_write\` or the
session of a member who is not a viewer; \`user\` a session, not a key; \`operator\` the operator's token or an operator's session.
\`+owner\`, \`+member\` and \`+viewer\` are the minimum role of the member who calls, in a session or with a key; keys of the workspace
need none. \`+sudo\` requires that the session confirmed its identity within the last 15 minutes; it does not apply to keys. Scope:
\`full\` refuses keys that are limited to profiles; \`profile\` accepts them and limits them to their own resources. Price: \`free\`, or
the action in the price book.`

export const endpointsPage: Output = {
  path: 'docs/endpoints.md',
  content: () => {
    const rows = endpoints.map((endpoint) => [
      endpoint.method,
      `\`${endpoint.path}\``,
      `\`${endpoint.id}\``,
      describeCallers(endpoint),
      endpoint.access === 'read' || endpoint.access === 'write' ? endpoint.scope : '',
      priceName(endpoint.price),
    ])
    const heads = ['method', 'path', 'operation', 'access', 'scope', 'price']
    return page('the endpoint declarations', 'Endpoints', INTRODUCTION, table(heads, rows))
  },
}
