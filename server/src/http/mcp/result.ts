import type { Violation } from '../../kit/declare/errors.ts'
import type { ApiResponse } from './dispatch.ts'
import { remedyFor } from './remedies.ts'
import { toToolText } from './tool-text.ts'

/** The result of a tool, in MCP's format. */
export interface ToolResult {
  readonly content: { type: 'text'; text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
  readonly _meta?: Record<string, unknown>
}

/** A call that needs a confirmation before it runs. */
export interface Confirmation {
  readonly confirm: { readonly credits: number; readonly quote: string; readonly expiresAt: Date }
}

export interface Failure {
  readonly code: string
  readonly message: string
  readonly violations?: readonly { field: string; problem: string }[]
  readonly what_to_do?: string | undefined
  readonly [member: string]: unknown
}

export function failed(failure: Failure, meta: Record<string, unknown> = {}): ToolResult {
  const { what_to_do = remedyFor(failure.code), ...rest } = failure
  const text = JSON.stringify({ ...rest, ...(what_to_do !== undefined && { what_to_do }) })
  return { content: [{ type: 'text', text }], isError: true, _meta: meta }
}

/** Builds the error for inputs that cannot be turned into a request. */
export function invalidArguments(...violations: { field: string; problem: string }[]): ToolResult {
  return failed({ code: 'validation_error', message: 'The arguments do not fit the tool.', violations })
}

/** Builds the result for an error of the API, with its remedy. */
export function toErrorResult(
  { body = {}, status, requestId, retryAfter }: ApiResponse,
  more: Partial<Failure> = {},
): ToolResult {
  const {
    code = `http_${status}`,
    detail,
    type: _type,
    title: _title,
    status: _status,
    request_id: _id,
    ...members
  } = body
  const meta = { 'quoin/request_id': requestId, 'quoin/credits_charged': 0 }
  const common = {
    code: String(code),
    request_id: requestId,
    ...(retryAfter && { retry_after_seconds: Number(retryAfter) }),
  }
  if (Array.isArray(detail)) {
    const violations = (detail as Violation[]).map(({ loc, msg }) => ({
      field: loc.slice(1).join('.'),
      problem: toToolText(msg),
    }))
    return failed({ ...common, message: 'The arguments do not fit the tool.', violations, ...more }, meta)
  }
  return failed(
    { ...common, message: typeof detail === 'string' ? toToolText(detail) : 'The call failed.', ...members, ...more },
    meta,
  )
}

export interface ToolSuccess {
  readonly value: unknown
  readonly hasSchema: boolean
  readonly credits: number
  readonly requestId: string
  readonly notes?: readonly string[]
  readonly meta?: Record<string, unknown>
}

/** Returns the reply as text, and as an object if the tool declares its schema. */
export function succeeded({ value, hasSchema, credits, requestId, notes = [], meta = {} }: ToolSuccess): ToolResult {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return {
    content: [text, ...notes].map((each) => ({ type: 'text', text: each })),
    ...(hasSchema &&
      typeof value === 'object' &&
      value !== null && { structuredContent: value as Record<string, unknown> }),
    _meta: { 'quoin/request_id': requestId, 'quoin/credits_charged': credits, ...meta },
  }
}
