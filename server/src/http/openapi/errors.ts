import { ERRORS, type ErrorCode } from '../../kit/declare/errors.ts'
import type { Json } from './schemas.ts'

/** Builds the error responses by status. Those with the same codes are one component, which lists them as an enum. */
export function errorResponses(codes: readonly ErrorCode[], responses: Record<string, Json>): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      // Go has one namespace for responses and schemas, and one of the schemas is called ValidationError.
      const name = `${group.map(pascal).join('Or')}Problem`
      responses[name] ??= buildErrorResponse(status, group)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function buildErrorResponse(status: number, codes: readonly ErrorCode[]): Json {
  const [type, name] =
    status === 422 ? ['application/json', 'HTTPValidationError'] : ['application/problem+json', 'Problem']
  const schema = {
    allOf: [
      { $ref: `#/components/schemas/${name}` },
      { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes } } },
    ],
  }
  const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' ')
  return { description, content: { [type]: { schema } } }
}

function pascal(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export const ERROR_SCHEMAS: Record<string, Json> = {
  Problem: {
    type: 'object',
    description: 'RFC 9457. `code` is the contract; further members help where they can.',
    required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri' },
      title: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string' },
      code: { type: 'string', enum: Object.keys(ERRORS) },
      request_id: { type: 'string' },
    },
    additionalProperties: true,
  },
  HTTPValidationError: {
    type: 'object',
    required: ['detail', 'code', 'request_id'],
    properties: {
      detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
      code: { type: 'string' },
      request_id: { type: 'string' },
    },
  },
  ValidationError: {
    type: 'object',
    required: ['type', 'loc', 'msg'],
    properties: {
      type: { type: 'string' },
      loc: { type: 'array', items: { type: ['string', 'integer'] } },
      msg: { type: 'string' },
      input: { description: 'The input at this location.' },
      ctx: { type: 'object', additionalProperties: true },
    },
  },
}
