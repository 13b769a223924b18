import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Input, Reply } from '../../api/client.ts'
import { useWrite } from '../../api/hooks.ts'
import { useWorkspace } from '../../app/session.ts'
import { ApiForm } from '../../components/form/api-form.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { ProfileChoice } from '../../components/form/profile-choice.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'

export type Asked = Input<'oauth_requests.read'>['body']
export type Decision = Reply<'oauth_requests.allow'>

const BUDGET = '100'
const READ = { value: 'read', label: 'Read only' }
const READ_WRITE = { value: 'read_write', label: 'Read, change, publish and spend credits' }

interface Props {
  readonly asked: Asked
  readonly request: Reply<'oauth_requests.read'>
  readonly onAllowed: (decision: Decision) => void
  readonly onDenied: (decision: Decision) => void
}

/** Permission, profiles and spending cap, with the two decisions. */
export function ConsentForm({ asked, request, onAllowed, onDenied }: Props) {
  const { role, profile_ids: ownProfiles } = useWorkspace()
  const isViewer = role === 'viewer'
  const { form, ...api } = useApiForm('oauth_requests.allow', {
    initialValues: {
      permission: isViewer ? ('read' as const) : request.permission,
      profile_ids: [] as string[],
      monthly_budget: BUDGET,
    },
    toInput: ({ permission, profile_ids, monthly_budget }) => ({
      body: {
        ...asked,
        permission,
        profile_ids,
        monthly_budget: permission === 'read' ? 0 : Number(monthly_budget || 'none'),
      },
    }),
    changes: ['api_keys'],
    onSuccess: onAllowed,
  })
  const deny = useWrite('oauth_requests.deny', { onSuccess: onDenied })
  return (
    <ApiForm
      api={api}
      submitLabel="Allow"
      gap="md"
      beside={
        <Button variant="default" loading={deny.isPending} onClick={() => deny.mutate({ body: asked })}>
          Deny
        </Button>
      }
    >
      <NativeSelect
        label="It may"
        description={
          request.audience === 'mcp' ? 'With the tools for AI agents.' : 'With the whole API, as a key of yours could.'
        }
        data={isViewer ? [READ] : [READ, READ_WRITE]}
        {...form.getInputProps('permission')}
      />
      <ProfileChoice
        description={
          ownProfiles === null ? 'Leave empty to give access to the whole workspace.' : 'Choose at least one of yours.'
        }
        {...form.getInputProps('profile_ids')}
      />
      {form.values.permission === 'read_write' && (
        <TextInput
          label="Spending limit per month (credits)"
          description="Enter 0 to let it spend nothing. You can change the limit later under API keys."
          inputMode="numeric"
          pattern="[0-9]*"
          required
          {...form.getInputProps('monthly_budget')}
        />
      )}
      {deny.error && <ProblemAlert problem={deny.error} />}
    </ApiForm>
  )
}
