import { listErrorCodes } from '../src/http/openapi/access.ts'
import { operations } from '../src/http/openapi/operations-list.ts'
import { ERRORS, type ErrorCode } from '../src/kit/declare/errors.ts'
import { docstring, GENERATED, literal, pascal } from './python-text.ts'

/** Additional fields of some error codes. */
const MEMBERS: Partial<Record<ErrorCode, Readonly<Record<string, 'int' | 'str'>>>> = {
  insufficient_credits: { required: 'int', available: 'int' },
  key_budget_exceeded: { required: 'int', budget: 'int', resets_at: 'str' },
  max_credits_exceeded: { required: 'int', max_credits: 'int' },
  media_quota_exceeded: { bytes_used: 'int', bytes_max: 'int' },
}

/** Renders a class for each error code that a call with a key can get. */
export function renderErrors(): string {
  const met = new Set(operations.flatMap(({ endpoint }) => listErrorCodes(endpoint)))
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => met.has(code))
  const classes = codes.map((code) => {
    const { status, title } = ERRORS[code]
    return `class ${toErrorClassName(code)}(ApiError):\n${docstring([`${title} (${status}).`], '    ')}\n    code: Literal[${literal(code)}]\n${renderMembers(code)}`
  })
  return [
    `${GENERATED}"""One exception for each error code of the API: \`except NotFoundError\`, or \`ApiError\` for all of them."""\n\n`,
    'from __future__ import annotations\n\nfrom typing import Dict, Literal, Type\n\nfrom ._api_error import ApiError\n\n',
    `ErrorCode = Literal[\n${codes.map((code) => `    ${literal(code)},\n`).join('')}]\n\n\n`,
    `${classes.join('\n\n')}\n\n`,
    `BY_CODE: Dict[str, Type[ApiError]] = {\n${codes.map((code) => `    ${literal(code)}: ${toErrorClassName(code)},\n`).join('')}}\n`,
  ].join('')
}

function renderMembers(code: ErrorCode): string {
  const members = Object.entries(MEMBERS[code] ?? {})
  return members
    .map(
      ([name, type]) =>
        `\n    @property\n    def ${name}(self) -> ${type}:\n        return ${type}(self.problem[${literal(name)}])\n`,
    )
    .join('')
}

function toErrorClassName(code: string): string {
  return `${pascal(code).replace(/Error$/, '')}Error`
}
