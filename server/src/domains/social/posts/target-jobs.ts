/** What the queue needs to know of a target. */
interface Queued {
  readonly workspace_id: string
  readonly id: string
  readonly account_id: string
  readonly turn: number
}

/** The job that publishes a target, in the line of its account. */
export function publishingOf(target: Queued) {
  return { ...askingOf(target), key: `account:${target.account_id}` }
}

/** The job that asks what became of it stands in no line: the account's next post does not wait for the answer. */
export function askingOf(target: Omit<Queued, 'account_id'>) {
  const { workspace_id: workspaceId, id, turn } = target
  return { workspaceId, payload: { target_id: id, turn }, dedupe: dedupeOf(target) }
}

/** Of one turn there is one job; whoever gives a target a new turn need not mind what became of the job before. */
export function dedupeOf({ id, turn }: { readonly id: string; readonly turn: number }): string {
  return `${id}.${turn}`
}
