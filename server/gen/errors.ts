import { ERRORS } from '../src/kit/declare/errors.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `Every error but 422 is \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\` and
\`request_id\`. A 422 is \`application/json\` with \`detail\`, a list of what is wrong and where, beside \`code\` and \`request_id\`.
Programs look at \`code\`; the words may change.`

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
