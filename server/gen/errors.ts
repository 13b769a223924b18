import { ERRORS } from '../src/kit/declare/errors.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `Every error except 422 is \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\` and
\`request_id\`. A 422 is \`application/json\` with \`detail\`, a list of violations and their locations, besides \`code\` and \`request_id\`.
Programs should check \`code\`; the texts may change.`

export const errorsPage: Output = {
  path: 'docs/errors.md',
  content: () => {
    const rows = Object.entries(ERRORS).map(([code, { status, title, remedy }]) => [
      `\`${code}\``,
      String(status),
      title,
      remedy,
    ])
    return page(
      '`server/src/kit/declare/errors.ts`',
      'Errors',
      INTRODUCTION,
      table(['code', 'status', 'title', 'what to do'], rows),
    )
  },
}
