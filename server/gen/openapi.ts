import { endpoints } from '../src/http/catalogue.ts'
import { openapi } from '../src/http/openapi/document.ts'
import type { Output } from './output.ts'

/** `/openapi.json` of a server on the default address. JSON has no comments, so the first member says that it is generated. */
export const openapiJson: Output = {
  path: 'docs/openapi.json',
  content: () => {
    const note = 'From the endpoint declarations by `npm run gen`: change those, not this.'
    return `${JSON.stringify({ 'x-generated': note, ...openapi(endpoints, 'http://127.0.0.1:8080') }, null, 1)}\n`
  },
}
