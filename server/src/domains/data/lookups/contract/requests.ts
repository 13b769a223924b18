import type { Static, TSchema } from 'typebox'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

export const LIMIT_DEFAULT = 10
const LIMIT_MAX = 100

const Query = Type.String({ default: '', maxLength: 1000 })
const Cursor = Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 2048 })))
export const Limit = Type.Optional(
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description: `Maximum number of items to find and pay for; defaults to ${LIMIT_DEFAULT}.`,
    }),
  ),
)

/** Declares a request whose `filters` are an object or null; their fields depend on the action. */
export function GenericRequest<S extends TSchema>(filters: S, title: string) {
  return Type.Object({ query: Query, filters: Type.Optional(Nullable(filters)), limit: Limit }, { title })
}

export function PagedRequest<S extends TSchema>(filters: S, title: string) {
  return Type.Object(
    { query: Query, filters: Type.Optional(Nullable(filters)), limit: Limit, cursor: Cursor },
    { title },
  )
}

export function DataRequest<S extends TSchema>(filters: S, title: string) {
  return Type.Object(
    {
      query: Query,
      filters: Type.Optional(Nullable(filters)),
      limit: Limit,
      cursor: Cursor,
      since_cursor: Cursor,
      track_delta: Type.Boolean({
        default: false,
        description: 'Returns a `cursor`; a later call with it as `since_cursor` returns only changes.',
      }),
    },
    { title },
  )
}

/** Declares `{status: "OK", data}`; data is null when nothing was found. */
export function Envelope<S extends TSchema>(data: S, title: string) {
  return Type.Object(
    {
      status: StringEnum(['OK']),
      data: Nullable(data),
      repeat: Type.Optional(
        Type.Boolean({ description: 'Paid for recently, so free this time, if the price book allows it.' }),
      ),
    },
    { title },
  )
}

export type Question = Static<ReturnType<typeof GenericRequest>>

/** Lookups spend credits, so they need write access, with a key for the whole workspace. */
export const lookup = {
  access: 'write',
  scope: 'full',
  errors: ['upstream_error', 'upstream_timeout'],
} as const

/** Returns the error for the failing input of a test key. */
export function scriptedFailure(): ApiError {
  return new ApiError('upstream_error', 'The source failed, as this test input requires. Nothing was charged.')
}
