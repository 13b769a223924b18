import { Group, type MantineSpacing, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConflictNotice } from './lazy-conflict-notice.ts'
import { ProblemAlert } from './problem-alert.tsx'
import { ReasonButton, type ReasonButtonProps } from './reason-button.tsx'
import type { ApiFormState } from './use-api-form.ts'

interface Props extends Omit<ReasonButtonProps, 'type' | 'href' | 'onClick' | 'loading'> {
  readonly api: Pick<ApiFormState<never, unknown>, 'submit' | 'problem' | 'isSending' | 'conflict'>
  /** Verb and object: `Add fault`. */
  readonly submitLabel: string
  /** Further buttons or links. */
  readonly beside?: ReactNode
  readonly gap?: MantineSpacing
}

/** A form in a page: the fields, the problem and the submit button, which takes the other props. */
export function ApiForm({ api, submitLabel, beside, gap = 'sm', className, children, ...button }: Props) {
  return (
    <form onSubmit={api.submit} className={className}>
      <Stack gap={gap}>
        {children}
        {api.problem && <ProblemAlert problem={api.problem} />}
        {api.conflict && <ConflictNotice conflict={api.conflict} />}
        <Group gap="xs">
          <ReasonButton {...button} type="submit" loading={api.isSending}>
            {submitLabel}
          </ReasonButton>
          {beside}
        </Group>
      </Stack>
    </form>
  )
}
