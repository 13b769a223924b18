import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import type { ProblemError } from '../../api/problem.ts'
import { useWorkspace } from '../../app/session.ts'
import { showDone, showProblem } from '../../components/notify.ts'

const PLATFORM = 'sandbox'

/** Connects a sandbox account with one click, using the calls that a program would make. */
export function useConnectSandbox(): UseMutationResult<string, ProblemError, void> {
  const queries = useQueryClient()
  const { name } = useWorkspace()
  return useMutation<string, ProblemError>({
    mutationFn: () => connect(name),
    // Handled here and not by the button, which is gone once the step is done.
    onSuccess: (connected) => {
      showDone(`${connected} connected`)
      return queries.invalidateQueries()
    },
    onError: showProblem,
  })
}

async function connect(workspaceName: string): Promise<string> {
  const [username, profile_id] = [toUsername(workspaceName), await findProfile(workspaceName)]
  const { id } = await call('connections.create', { body: { profile_id, platform: PLATFORM, mode: 'headless' } })
  await call('connections.complete', { params: { id }, body: { credentials: { username } } })
  const { data } = await call('connections.entities', { params: { id } })
  const chosen = data.find(({ selectable }) => selectable)
  const account = await call('connections.select', {
    params: { id },
    body: { external_id: chosen?.external_id ?? username },
  })
  return account.active_entity?.name ?? username
}

/** Returns the oldest profile besides the demo's, or creates one named after the workspace. */
async function findProfile(workspaceName: string): Promise<string> {
  const [{ data }, demo] = [await call('profiles.list', { query: { limit: 100 } }), await call('demo_data.get')]
  const own = data.filter(({ id }) => id !== demo.profile_id).at(-1)
  return own?.id ?? (await call('profiles.create', { body: { name: workspaceName } })).id
}

/** Converts a name to a username that the sandbox accepts: `lin-and-friends`. */
function toUsername(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replaceAll(/^-+|-+$/g, '')
  return plain || 'example'
}
