/** The server has filled the actor in, or refused the call. */
export function withActor<B extends { actor?: string }>(body: B): B & { actor: string } {
  const { actor } = body
  if (actor === undefined) throw new Error('A call of an operator has no actor')
  return { ...body, actor }
}
