import type { Principal, SignedInUser } from '../../../kit/context.ts'

/** Returns the user of a call that takes a session and no key. */
export function signedIn({ user }: Principal): SignedInUser {
  if (!user) throw new Error('An endpoint without access `user` reads the signed-in user')
  return user
}
