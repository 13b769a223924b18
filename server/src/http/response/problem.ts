import { STATUS_CODES } from 'node:http'
import type { FastifyError } from 'fastify'
import { ApiError, ERRORS, InvalidRequest, tooComplex } from '../../kit/declare/errors.ts'
import { notJsonViolation } from '../../kit/declare/violations.ts'
import { isDataError, isUnavailable } from '../../kit/postgres/db.ts'
import { StorageFull } from '../../kit/storage/storage.ts'
import { type OriginalRequest, showViolations } from '../body/violations.ts'

export interface Problem {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Turns anything thrown into one of our errors: those of the framework and the database by their codes; the rest is a bug. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new InvalidRequest([notJsonViolation()])
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('not_found', 'No resource has an id this long.')
  if (statusCode === 400) return new ApiError('bad_request', 'The request is not well-formed HTTP.')
  if (isUnavailable(error))
    return new ApiError('unavailable', 'The database does not respond. Nothing was charged; try again.', {
      headers: { 'retry-after': '1' },
      cause: error,
    })
  if (isDataError(error)) return tooComplex(error)
  if (error instanceof StorageFull)
    return new ApiError('insufficient_storage', error.message, { headers: { 'retry-after': '60' }, cause: error })
  return internalError(error)
}

export function internalError(cause: unknown): ApiError {
  return new ApiError(
    'internal',
    'Something went wrong on our side. Nothing was charged. Include the request id when you report it.',
    { cause },
  )
}

/** Builds RFC 9457 problems for every error except 422, whose body follows FastAPI. */
export function buildProblem(error: ApiError, requestId: string, docsUrl: string, sent: OriginalRequest = {}): Problem {
  const { status, title } = ERRORS[error.code]
  if (error instanceof InvalidRequest) {
    const body = { detail: showViolations(error.violations, sent), code: error.code, request_id: requestId }
    return {
      status,
      headers: { ...error.headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    }
  }
  const common = {
    type: `${docsUrl}#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
  }
  // Members of an error come after the common ones and never replace them.
  const body = { ...common, ...error.members, ...common }
  return {
    status,
    headers: { ...error.headers, 'content-type': 'application/problem+json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}

/** Builds the response to bytes that are not HTTP. There is no request yet, so it is written to the socket directly. */
export function rawProblem(error: Error & { code?: string }, requestId: string, docsUrl: string): string {
  const { status, headers, body } = buildProblem(unreadable(error.code), requestId, docsUrl)
  const lines = {
    ...headers,
    ...headersBeforeRouting(requestId),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`
}

/** Returns the headers that hooks add to every other response. */
export function headersBeforeRouting(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-quoin-request-id': requestId, 'x-content-type-options': 'nosniff' }
}

function unreadable(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError('headers_too_large', 'The URL and the headers together are larger than 16 KiB. Send less.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('request_timeout', 'The request did not arrive in time. Send it again.')
  return new ApiError('bad_request', 'The request is not well-formed HTTP.')
}
