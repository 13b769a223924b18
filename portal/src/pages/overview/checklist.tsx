import { CloseButton, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { CheckIcon } from '@primer/octicons-react'
import { useWorkspaceId } from '../../app/workspace.ts'
import { WriteButton } from '../../components/form/write-button.tsx'
import { DemoData } from './demo-data.tsx'
import { listSteps, type Step } from './steps.ts'
import { useConnectSandbox } from './use-connect-sandbox.ts'
import type { HomeQuery } from './use-home.ts'

/** The onboarding checklist; the server determines which steps are done. */
export function Checklist({ home: { data, error } }: { home: HomeQuery }) {
  const [isHidden, setHidden] = useLocalStorage({
    key: `quoin-checklist-${useWorkspaceId()}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isHidden || error) return null
  if (!data) return <Skeleton className="checklist" radius={10} />
  const steps = listSteps(data)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="panel checklist" aria-labelledby="checklist-title">
      <header>
        <div>
          <Title order={2} id="checklist-title">
            {done === steps.length ? 'You are all set' : 'Get started'}
          </Title>
          <Text c="dimmed">
            {done} of {steps.length} done
          </Text>
        </div>
        <CloseButton aria-label="Hide checklist" onClick={() => setHidden(true)} />
      </header>
      <Progress value={(100 * done) / steps.length} size={4} aria-label="Checklist progress" />
      <ol>
        {steps.map((step) => (
          <ChecklistStep key={step.title} step={step} isNext={step === steps.find(({ isDone }) => !isDone)} />
        ))}
      </ol>
      <DemoData />
    </section>
  )
}

function ChecklistStep({ step, isNext }: { step: Step; isNext: boolean }) {
  const { title, text, isDone } = step
  return (
    <li className={isDone ? 'is-done' : undefined}>
      <span className="tick">{isDone && <CheckIcon size={12} />}</span>
      <div>
        <Text fw={500}>
          {title}
          {isDone && <span className="hidden"> (done)</span>}
        </Text>
        {!isDone && <Text c="dimmed">{text}</Text>}
      </div>
      {!isDone && <StepButton step={step} variant={isNext ? 'filled' : 'default'} />}
    </li>
  )
}

function StepButton({ step: { does, path, button }, variant }: { step: Step; variant: 'filled' | 'default' }) {
  const connect = useConnectSandbox()
  if (does)
    return (
      <WriteButton size="xs" variant={variant} loading={connect.isPending} onClick={() => connect.mutate()}>
        {button}
      </WriteButton>
    )
  if (path === undefined) return null
  return (
    <WriteButton href={path} size="xs" variant={variant}>
      {button}
    </WriteButton>
  )
}
