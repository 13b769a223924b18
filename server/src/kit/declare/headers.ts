import { Type } from './type.ts'

/** Schemas of the request headers, besides Authorization, that change what a call does. They validate and document them. */
export const IdempotencyKey = Type.String({ minLength: 1, maxLength: 255, pattern: '^[!-~]*$' })
export const MaxCredits = Type.Integer({ minimum: 0, maximum: 999_999_999_999 })
export const WorkspaceHeader = Type.String({ maxLength: 64 })
export const REQUEST_ID = '^[\\w.:-]{1,128}$'
export const RequestId = Type.String({ pattern: REQUEST_ID })
export const Range = Type.String({ pattern: '^bytes=\\d*-\\d*$' })
export const IfMatchHeader = Type.String()
export const EventId = Type.String({ pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' })
