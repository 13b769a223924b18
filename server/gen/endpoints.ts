import { endpoints } from '../src/http/catalogue.ts'
import { describeCallers } from '../src/http/openapi/access.ts'
import { priceName } from '../src/kit/declare/price.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `Access: \`public\` needs no key, \`read\` any key or any member's session, \`write\` a key with permission \`read_write\` or the session
of a member who is no viewer, \`user\` a session and no key, \`operator\` the operator's token or the session of an operator. \`+owner\`,
\`+member\` and \`+viewer\` are the least role that a session needs in the workspace, \`+sudo\` that it has proved who it is within 15
minutes; neither binds keys. Scope: \`full\` refuses keys that are
limited to profiles; \`profile\` lets them in and shows them what is theirs. Price: \`free\`, or the action that the price book prices.`

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
