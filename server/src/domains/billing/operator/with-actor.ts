/** Narrows the body's type: the server has filled in the actor, or refused the call. */
export function withActor<B extends { actor?: string }>(body: B): B & { actor: string } {
  const { actor } = body
  if (actor === undefined) throw new Error('An operator call has no actor')
  return { ...body, actor }
}
