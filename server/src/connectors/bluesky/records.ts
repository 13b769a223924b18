import type { Static, TSchema, TUnsafe } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Session } from '../session.ts'
import { hasRule } from './errors.ts'
import { getPdsService, query } from './xrpc.ts'

/** The collection of posts in an account's repository. */
export const POSTS = 'app.bsky.feed.post'

export const PostRef = Type.Object({ uri: Type.String(), cid: Type.String() })

/** A post as it is stored. */
export const StoredPost = Type.Object({
  text: Type.String(),
  reply: Maybe(Type.Object({ root: PostRef })),
})

interface FoundRecord<Value> {
  readonly uri: string
  readonly cid: string
  readonly value: Value
}

/** Builds the schema of a record with this value. Call it once for each kind: a compiled schema is kept. */
export function buildRecordSchema<S extends TSchema>(value: S): TUnsafe<FoundRecord<Static<S>>> {
  return Type.Unsafe(Type.Object({ ...PostRef.properties, value }))
}

export const PostRecord = buildRecordSchema(StoredPost)

/** Splits `at://<repo>/<collection>/<rkey>`. */
export function parseUri(uri: string): { repo: string; rkey: string } {
  const [repo = '', , rkey = ''] = uri.replace('at://', '').split('/')
  return { repo, rkey }
}

/**
 * Finds a record of the account's own repository. A record of another shape fails the search: it exists, and a post taken for absent
 * is sent again.
 */
export async function findRecord<Value>(
  session: Session,
  { collection, rkey, schema }: { collection: string; rkey: string; schema: TUnsafe<FoundRecord<Value>> },
): Promise<FoundRecord<Value> | undefined> {
  try {
    const params = { repo: session.identity.externalId, collection, rkey }
    return await query(getPdsService(session), 'com.atproto.repo.getRecord', { schema, params })
  } catch (error) {
    if (hasRule(error, 'record_not_found')) return undefined
    throw error
  }
}
